// The texts of Hand off and of what is on its way.
import { formTexts } from './handoff/form';
import { answerTexts, outgoingTexts, progressTexts } from './handoff/progress';
import { blockedTexts, faultTexts, reviewTexts } from './handoff/review';

export const handoffTexts = {
  form: formTexts,
  review: reviewTexts,
  blocked: blockedTexts,
  faults: faultTexts,
  progress: progressTexts,
  outgoing: outgoingTexts,
  answer: answerTexts,
};
