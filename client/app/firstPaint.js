// Runs before anything of the page is painted. The build writes it into the page's head.
(() => {
  // The chosen scheme, else the system's, so that nothing flashes.
  let chosen = null;
  let follows = null;
  let leaving = null;
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value');
    follows = localStorage.getItem('follows-shows');
    leaving = localStorage.getItem('marquee.signingOut');
  } catch {
    // Storage may be closed to us; the system's scheme will do.
  }
  const isLight = chosen === 'light' || (chosen !== 'dark' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isLight ? 'light' : 'dark');
  const canvas = document.querySelector('meta[name="theme-color"]');
  if (canvas && isLight) canvas.setAttribute('content', '#FAF7F2');

  // The user has signed out without a connection: what the server has drawn for the session must not show.
  if (leaving) {
    document.documentElement.hidden = true;
    document.documentElement.setAttribute('data-visitor', '');
  }

  // The server's preview of Discover has room for the row 'Up next' where there will be one. The device knows better.
  if (follows) document.documentElement.toggleAttribute('data-follows', follows === 'yes');

  // The browser scrolls a page that the user returns to, so the server's preview of its top would not fit.
  const [arrival] = performance.getEntriesByType?.('navigation') ?? [];
  if (arrival && arrival.type !== 'navigate') document.documentElement.setAttribute('data-returning', '');
})();
