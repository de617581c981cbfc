// Wie das Deutsche zählt.
import { pluralIn } from '../plural';

export const plural = pluralIn('de');
