// Loads the app when what the server has drawn is painted, so that the app's code does not delay its posters. The build writes
// this into the page, with a list of the app's files. While developing there is no list, and Vite's own script loads the app.
(() => {
  const list = document.getElementById('app');
  if (!list) return;
  const isPreviewed = document.getElementById('preview') && !document.documentElement.hasAttribute('data-returning');
  if (!isPreviewed) {
    load();
    return;
  }

  // Nothing is painted in a background tab.
  const timer = setTimeout(load, 1000);
  new PerformanceObserver((_entries, observer) => {
    observer.disconnect();
    clearTimeout(timer);
    load();
  }).observe({ type: 'paint', buffered: true });

  function load() {
    const [entry, ...imported] = JSON.parse(list.textContent).map((file) => `/${file}`);
    // One after the other, so that each is a task of its own.
    const scripts = [...imported, entry].map((src) => ({ type: 'module', src, async: false }));
    for (const { src } of scripts) add('link', { rel: 'modulepreload', href: src });
    const run = async () => {
      await whenStyled();
      for (const script of scripts) add('script', script);
    };
    // The stylesheets are at the end of the page.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', run);
    else void run();
  }

  // The app must not be shown without its styles.
  function whenStyled() {
    const links = [...document.querySelectorAll('link[rel="stylesheet"]')];
    return Promise.all(
      links.map((link) => link.sheet ?? new Promise((done) => Object.assign(link, { onload: done, onerror: done }))),
    );
  }

  function add(tag, attributes) {
    document.head.append(Object.assign(document.createElement(tag), attributes, { crossOrigin: 'anonymous' }));
  }
})();
