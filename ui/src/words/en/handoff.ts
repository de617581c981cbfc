// The texts of Hand off and of what is on its way.
import { formWords } from './handoff/form';
import { answerWords, outgoingWords, progressWords } from './handoff/progress';
import { blockedWords, faultWords, reviewWords } from './handoff/review';

export const handoffWords = {
  form: formWords,
  review: reviewWords,
  blocked: blockedWords,
  faults: faultWords,
  progress: progressWords,
  outgoing: outgoingWords,
  answer: answerWords,
};
