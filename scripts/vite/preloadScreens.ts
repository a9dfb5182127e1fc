import type { Plugin, Rolldown } from 'vite';

/** The screens that ahead.js knows by their addresses, and Discover, which the server knows; no more, as the page carries it. */
const known = new Set(['Discover', 'Folder', 'FolderDetails', 'Folders', 'MyList', 'Users']);

/**
 * Tells the page which files each screen is made of, as a table in its head that ahead.js and the server read: they are fetched beside
 * the app's own code instead of after it. By the screen's name, without what the page loads anyway.
 */
export function preloadScreens(): Plugin {
  return {
    name: 'preload-screens',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, chunk: entry }) {
        if (!bundle || !entry) return [];
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
        const loaded = filesOf(entry, byFile);
        const screens = chunks.flatMap((chunk) => {
          const name = /\/screens\/(?:[\w-]+\/)*(\w+)Screen\.tsx$/.exec(chunk.facadeModuleId ?? '')?.[1];
          if (!name || !known.has(name)) return [];
          return [[name, [...filesOf(chunk, byFile)].filter((file) => !loaded.has(file))]];
        });
        const table = JSON.stringify(Object.fromEntries(screens));
        const attrs = { type: 'application/json', id: 'screens' };
        return [{ tag: 'script', attrs, children: table, injectTo: 'head-prepend' }];
      },
    },
  };
}

/** A chunk with its stylesheets and all that it imports. */
function filesOf(
  chunk: Rolldown.OutputChunk,
  byFile: ReadonlyMap<string, Rolldown.OutputChunk>,
  files = new Set<string>(),
): Set<string> {
  if (files.has(chunk.fileName)) return files;
  files.add(chunk.fileName);
  for (const file of chunk.viteMetadata?.importedCss ?? []) files.add(file);
  for (const file of chunk.imports) {
    const imported = byFile.get(file);
    if (imported) filesOf(imported, byFile, files);
  }
  return files;
}
