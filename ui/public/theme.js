// Sets the colours before the first paint, from what the page remembered of the last time, so that
// nothing flashes. `src/state/appearance.svelte.ts` writes what is read here and takes over.
(function () {
  var root = document.documentElement;
  var dark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  var theme = 'system';
  try {
    var last = JSON.parse(localStorage.getItem('segue.appearance') || '{}');
    if (last.theme === 'light' || last.theme === 'dark') theme = last.theme;
    if (last.density === 'compact') root.dataset.density = 'compact';
    if (last.reduceEffects === true) root.dataset.effects = 'reduced';
  } catch (_) {
    // Nothing remembered, or nothing readable: the defaults stand.
  }
  root.dataset.theme = theme === 'system' ? (dark ? 'dark' : 'light') : theme;
})();
