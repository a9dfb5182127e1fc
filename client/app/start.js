// Loads the app when what the server has drawn is painted, so that the app's code does not delay its posters. The build writes
// this into the page, with a list of the app's files. While developing there is no list, and Vite's own script loads the app.
(() => {
  const list = document.getElementById('app');
  if (!list) return;
  document.addEventListener('error', failed, true);
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
      const added = scripts.map((script) => add('script', script));
      // From then on, the app says what is missing.
      added.at(-1).onload = () => document.removeEventListener('error', failed, true);
    };
    // The stylesheets are at the end of the page.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', run);
    else void run();
  }

  // The app must not be shown without its styles.
  function whenStyled() {
    const links = [...document.querySelectorAll('link[rel="stylesheet"]')];
    return Promise.all(links.map((link) => link.sheet ?? new Promise((done) => Object.assign(link, { onload: done }))));
  }

  // The app does not start without one of these files. A browser does not ask for a module again that has failed, so the page
  // is loaded again once the server answers.
  function failed({ target }) {
    if (!target.matches?.('script[type="module"], link[rel="stylesheet"]')) return;
    document.removeEventListener('error', failed, true);
    const textContent = 'No connection. Marquee is loaded as soon as the server answers.';
    document.body.prepend(Object.assign(document.createElement('p'), { id: 'failed', role: 'status', textContent }));
    setInterval(async () => {
      const isAnswering = await fetch('/api/config').then(
        ({ ok }) => ok,
        () => false,
      );
      if (isAnswering) location.reload();
    }, 5000);
  }

  function add(tag, attributes) {
    const element = Object.assign(document.createElement(tag), attributes, { crossOrigin: 'anonymous' });
    document.head.append(element);
    return element;
  }
})();
