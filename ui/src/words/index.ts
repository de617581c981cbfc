// The words in use. A second language is another object of type `Words`, chosen here.
import { en } from './en';

export type Words = typeof en;

export const words: Words = en;
/** Passed to everything that formats dates and numbers. */
export const language = 'en';
