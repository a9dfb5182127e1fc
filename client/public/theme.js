// Runs before the first paint: the chosen scheme, else the system's, so that nothing flashes.
(() => {
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
})();
