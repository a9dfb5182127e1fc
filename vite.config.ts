import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { inlineScripts } from './scripts/vite/inlineScripts.ts';
import { paintFirst } from './scripts/vite/paintFirst.ts';
import { preloadScreens } from './scripts/vite/preloadScreens.ts';
import { signInScript } from './scripts/vite/signInScript.ts';

const serverUrl = process.env.SERVER_URL ?? 'http://127.0.0.1:3000';

/** The display face is wanted by the first headline, long before the stylesheet that names it has been read. */
function preloadDisplayFont(): Plugin {
  return {
    name: 'preload-display-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => /bricolage.*\.woff2$/.test(file));
        if (!font) return [];
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' };
        // Behind the posters that the server may have written into the page.
        return [{ tag: 'link', attrs, injectTo: 'body' }];
      },
    },
  };
}

/** Each file once, here, instead of at each request; pictures and fonts are compressed as they are. */
const compressed = compression({
  algorithms: ['brotliCompress', 'gzip'],
  include: /\.(js|css|svg)$/,
  logLevel: 'silent',
});

/** A pattern for paths, with either slash. */
const paths = (pattern: string) => new RegExp(pattern.replaceAll('/', '[\\\\/]'));

/** What the first list consists of: the app around it, and its screen. */
const firstScreen = paths('client/(main|screens/folders/FolderScreen)[.]tsx$');

/** Whether the first list needs a module at once, because it imports it, maybe through others. */
function createFirstNeeds(): (id: string, importersOf: (id: string) => readonly string[]) => boolean {
  const known = new Map<string, boolean>();
  return function isNeeded(id, importersOf): boolean {
    const before = known.get(id);
    if (before !== undefined) return before;
    // Until its importers are known: modules may import each other.
    known.set(id, false);
    const isIt = firstScreen.test(id) || importersOf(id).some((importer) => isNeeded(importer, importersOf));
    known.set(id, isIt);
    return isIt;
  };
}

const isNeededFirst = createFirstNeeds();

export default defineConfig({
  root: 'client',
  plugins: [react(), inlineScripts(), preloadDisplayFont(), preloadScreens(), paintFirst(), signInScript(), compressed],
  css: { postcss: '.' },
  server: {
    host: '127.0.0.1',
    fs: { allow: ['..'] },
    proxy: {
      '/api': { target: serverUrl },
      '/socket.io': { target: serverUrl, ws: true },
    },
  },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The sign-in page, which the server writes, names the display face too: it needs an address that stays.
        assetFileNames: ({ names }) =>
          names.some((name) => name.startsWith('bricolage'))
            ? 'fonts/[name][extname]'
            : 'assets/[name]-[hash][extname]',
        // Small files that several screens share are fetched as a few larger ones; each screen and dialog keeps its own.
        codeSplitting: {
          groups: [
            {
              name: 'packages',
              test: paths('node_modules/(react|react-dom|scheduler|react-router|react-router-dom|zustand)/'),
            },
            // What the first screen needs of Mantine, and apart from it what forms and dialogs need.
            {
              name: 'mantine',
              test: paths(
                '@mantine/(hooks|core/esm/(core|components/(ActionIcon|Button|CloseButton|Loader|Portal|ScrollArea/utils|Transition|UnstyledButton)))/|react-remove-scroll',
              ),
            },
            {
              name: 'fields',
              test: paths('@mantine/core/esm/components/(Input|InputBase|NativeSelect|Radio|Textarea|TextInput)/'),
            },
            {
              name: 'dialogs',
              test: paths('@mantine/core/esm/components/(Modal|ModalBase|ScrollArea)/'),
            },
            {
              // Only what the first list needs: other screens and dialogs fetch what is theirs.
              name: (id, graph) =>
                isNeededFirst(id, (one) => graph.getModuleInfo(one)?.importers ?? []) ? 'shared' : null,
              debugName: 'shared',
              minShareCount: 2,
              test: paths(
                'client/(components|lib|features)/|common/(?!api|countries|errors|schemas)|@tabler|@tanstack',
              ),
            },
            // Only forms validate in the browser.
            { name: 'forms', test: paths('node_modules/zod/|common/schemas') },
          ],
        },
      },
    },
  },
});
