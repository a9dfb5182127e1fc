// Runs when the page has been read, its posters asked for, and the app's code is still on the way. The build writes it into the page.
(() => {
  // The server marks the page where the request had no session. A page from the history may be older than the session.
  const { documentElement: root } = document;
  const [arrival] = performance.getEntriesByType?.('navigation') ?? [];
  if (arrival?.type === 'back_forward') root.removeAttribute('data-visitor');
  const isVisitor = root.hasAttribute('data-visitor');

  // What the app will ask for first, asked for before it can. The addresses are those of the calls
  // that follow, or the answers would not be taken up.
  const ahead = isVisitor ? ['/api/config'] : ['/api/auth/user', '/api/config'];
  const list = location.pathname.match(/^\/(folder|category)\/([0-9a-f]{24})\/?$/);
  if (list && !isVisitor) {
    const lists = list[1] === 'folder' ? 'folders' : 'categories';
    ahead.push(`/api/${lists}/${list[2]}`, `/api/${lists}/${list[2]}/items?limit=200`);
  }
  for (const href of ahead) hint({ rel: 'preload', as: 'fetch', href });

  // The screen's own files too: the build leaves a table of them in the page.
  const table = JSON.parse(document.getElementById('screens')?.textContent ?? '{}');
  const isHere = (path) => new RegExp(`^${path.replace(/:\w+/g, '[0-9a-f]{24}')}/?$`).test(location.pathname);
  const { files = [] } = Object.values(table).find(({ paths }) => paths.some(isHere)) ?? {};
  for (const file of files) {
    const href = `/${file}`;
    hint({ ...(file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }), href });
  }

  function hint(attributes) {
    // As the app will fetch them: a hint in another mode would fetch them twice.
    document.head.append(Object.assign(document.createElement('link'), attributes, { crossOrigin: 'anonymous' }));
  }
})();
