import type { Plugin, Rolldown } from 'vite';
import { screens } from '../../client/app/screens.ts';

/**
 * Writes a table into the page with the paths and files of each screen that people begin with. ahead.js and the server
 * read it, so that the files are fetched together with the app's code and not after it. Files that the page loads anyway
 * are left out.
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
        const rows = chunks.flatMap((chunk) => {
          const name = /\/screens\/(?:[\w-]+\/)*(\w+)Screen\.tsx$/.exec(chunk.facadeModuleId ?? '')?.[1];
          const first = screens.filter((screen) => screen.name === name && screen.isFirst);
          if (!name || first.length === 0) return [];
          const paths = first.flatMap(({ path, isFirst }) => (isFirst === 'by path' ? [path] : []));
          return [[name, { paths, files: [...filesOf(chunk, byFile)].filter((file) => !loaded.has(file)) }]];
        });
        const table = JSON.stringify(Object.fromEntries(rows));
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
