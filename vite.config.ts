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

/**
 * Parts of the paths of modules that come with the dialog, menu or screen that shows them, because the first list does
 * without: what is made of larger packages, and what only other screens share.
 */
const later = [
  '(account|operator|reports)/',
  'dialogs/(Dialog|modal)',
  'folders/(links|profile)',
  'http/socket',
  'plays/(diary|episodes|record)',
  'titles/(people|search)',
  'Choice',
  'ConfirmDialog',
  'DeleteReview',
  'DropdownMenu',
  'Form',
  'PasswordField',
  'PermissionFields',
  'PinButton',
  'Radio',
  'ReviewWriting',
  'SearchSelect',
  'Switch',
  'TextInput',
  'UpNextCard',
];

/** A pattern for paths, with either slash. */
const paths = (pattern: string) => new RegExp(pattern.replaceAll('/', '[\\\\/]'));

const sharedModules = paths(
  `client/(components|lib|features)/(?!.*(${later.join('|')}))|common/(?!api|countries|errors|schemas)|@tabler|@tanstack`,
);

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
              name: 'shared',
              minShareCount: 2,
              test: sharedModules,
            },
            // Only forms validate in the browser.
            { name: 'forms', test: paths('node_modules/zod/|common/schemas') },
          ],
        },
      },
    },
  },
});
