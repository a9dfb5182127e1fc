// Runs before anything of the page is painted. The build writes it into the page's head.
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

  // The browser scrolls a page that the user returns to, so the server's preview of its top would not fit.
  const [arrival] = performance.getEntriesByType?.('navigation') ?? [];
  if (arrival && arrival.type !== 'navigate') document.documentElement.setAttribute('data-returning', '');
})();
