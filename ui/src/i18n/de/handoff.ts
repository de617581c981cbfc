// Die Texte der Übergabe und dessen, was unterwegs ist.
import type { handoffTexts as en } from '../en/handoff';
import { formTexts } from './handoff/form';
import { answerTexts, outgoingTexts, progressTexts } from './handoff/progress';
import { blockedTexts, faultTexts, reviewTexts } from './handoff/review';

export const handoffTexts: typeof en = {
  form: formTexts,
  review: reviewTexts,
  blocked: blockedTexts,
  faults: faultTexts,
  progress: progressTexts,
  outgoing: outgoingTexts,
  answer: answerTexts,
};
