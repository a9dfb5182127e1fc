/** Replaces stylesheets and fonts in tests: each class is its own name. */
const names = new Proxy({} as Record<string, string>, { get: (_target, name) => String(name) });

// A CSS module has only a default export.
export default names;
