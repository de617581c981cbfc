// A guard in the page, the same in every browser: notes each element that no part of the page makes and
// each attribute that would do something. `window.harmSoFar()` says what went wrong; nothing, if all is well.
(() => {
  const harm = [];
  const FORBIDDEN = 'script, style, link, base, meta, img, iframe, frame, object, embed, video, audio, math, marquee';
  const HIDDEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u{e0000}-\u{e007f}]/u;

  const look = (element) => {
    const own = (element.getAttribute('src') ?? element.getAttribute('href') ?? '').replace(window.location.origin, '');
    const fetched = element.matches('head > link, head > script') && /^\.?\/?assets\/[\w.-]+$/.test(own);
    if (element.matches(FORBIDDEN) && !fetched) harm.push(element.outerHTML.slice(0, 120));
    for (const { name, value } of element.attributes) {
      const acts = name.startsWith('on') || /^\s*(javascript|data|vbscript):/i.test(value) || /^(https?:)?\/\/evil/.test(value);
      if (acts && !fetched) harm.push(`${element.tagName} ${name}=${value}`);
    }
  };
  const isFrame = (node) => node === document.head || node === document.documentElement || node === document.body;

  new MutationObserver((records) => {
    // What the document itself brings along is not put there by anyone.
    if (document.readyState === 'loading') return;
    for (const { target, addedNodes } of records) {
      if (target instanceof Element && !isFrame(target)) look(target);
      for (const node of addedNodes) {
        if (node instanceof Element) for (const inner of [node, ...node.querySelectorAll('*')]) look(inner);
      }
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });

  const harmSoFar = () => {
    const done = new Set(harm);
    if ('hacked' in window) done.add('a script ran, or an element took its name');
    const names = ['title', 'aria-label', 'aria-description', 'alt', 'placeholder'];
    const said = [...document.querySelectorAll(names.map((name) => `[${name}]`).join())].flatMap((element) =>
      names.map((name) => element.getAttribute(name) ?? ''),
    );
    for (const text of [document.title, document.body.innerText, document.body.textContent ?? '', ...said]) {
      const at = text.search(HIDDEN);
      if (at >= 0) done.add(`hidden characters near: ${text.slice(Math.max(0, at - 30), at + 50)}`);
    }
    return [...done];
  };
  Object.defineProperty(window, 'harmSoFar', { value: harmSoFar });
})();
