// How people are shown: as a list or as a radar, remembered; and whether the blocked ones are unfolded.
import { recall, remember } from '../state/memory';

export type View = 'list' | 'radar';

const isView = (value: unknown): value is View => value === 'list' || value === 'radar';

class PeopleView {
  view = $state<View>(recall('people.view', isView) ?? 'list');
  showBlocked = $state(false);

  choose(view: View): void {
    this.view = view;
    remember('people.view', view);
  }
}

export const peopleView = new PeopleView();
