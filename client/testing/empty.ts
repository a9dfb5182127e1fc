/** Stands in for stylesheets and fonts in tests: every class is its own name. */
const names = new Proxy({} as Record<string, string>, { get: (_target, name) => String(name) });

// A CSS module's only export is its default one.
export default names;
