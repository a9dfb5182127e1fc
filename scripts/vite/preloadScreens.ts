import type { Plugin, Rolldown } from 'vite';

/** The screens that ahead.js and the server preload. Only these, because the table is part of the page. */
const known = new Set(['Discover', 'Folder', 'FolderDetails', 'Folders', 'MyList', 'Users']);

/**
 * Writes a table into the page with the files of each screen. ahead.js and the server read it, so that the files are
 * fetched together with the app's code and not after it. Files that the page loads anyway are left out.
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

/** The files of a chunk, its stylesheets and its imports. */
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
