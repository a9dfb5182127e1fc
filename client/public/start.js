// Runs before the first paint and before the app's own code.
(() => {
  // The chosen scheme, else the system's, so that nothing flashes.
  let chosen = null;
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage may be closed to us; the system's scheme will do.
  }
  const isLight = chosen === 'light' || (chosen !== 'dark' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isLight ? 'light' : 'dark');
  const canvas = document.querySelector('meta[name="theme-color"]');
  if (canvas && isLight) canvas.setAttribute('content', '#FAF7F2');

  // A page that one comes back to is scrolled to where it was: the server's picture of its top would be another place.
  const [arrival] = performance.getEntriesByType?.('navigation') ?? [];
  if (arrival && arrival.type !== 'navigate') document.documentElement.setAttribute('data-returning', '');

  // What the app will ask for first, asked for while its code is still on the way. The addresses are those of the calls
  // that follow, or the answers would not be taken up.
  const ahead = ['/api/auth/user', '/api/config'];
  const list = location.pathname.match(/^\/(folder|category)\/([0-9a-f]{24})\/?$/);
  if (list) {
    const lists = list[1] === 'folder' ? 'folders' : 'categories';
    ahead.push(`/api/${lists}/${list[2]}`, `/api/${lists}/${list[2]}/items?limit=200`);
  }
  for (const href of ahead) hint({ rel: 'preload', as: 'fetch', href });

  // The screen's own files too: the build leaves a table of them in the page.
  const table = document.getElementById('screens');
  const own = Object.entries({
    Folder: /^\/(folder|category)\/[0-9a-f]{24}\/?$/,
    FolderDetails: /^\/(folder|category)\/[0-9a-f]{24}\/details$/,
    Folders: /^\/(folders|categories)$/,
    MyList: /^\/my-list$/,
    Users: /^\/users$/,
  }).find(([, path]) => path.test(location.pathname));
  for (const file of (table && own && JSON.parse(table.textContent)[own[0]]) || []) {
    const href = `/${file}`;
    hint({ ...(file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }), href });
  }

  function hint(attributes) {
    // As the app will fetch them: a hint in another mode would fetch them twice.
    document.head.append(Object.assign(document.createElement('link'), attributes, { crossOrigin: 'anonymous' }));
  }
})();
