// Die Texte der Übergabe und dessen, was unterwegs ist.
import type { handoffWords as en } from '../en/handoff';
import { formWords } from './handoff/form';
import { answerWords, outgoingWords, progressWords } from './handoff/progress';
import { blockedWords, faultWords, reviewWords } from './handoff/review';

export const handoffWords: typeof en = {
  form: formWords,
  review: reviewWords,
  blocked: blockedWords,
  faults: faultWords,
  progress: progressWords,
  outgoing: outgoingWords,
  answer: answerWords,
};
