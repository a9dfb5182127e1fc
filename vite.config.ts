import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';
import * as contract from './common/api.ts';
import { inlineScripts } from './scripts/vite/inlineScripts.ts';
import { paintFirst } from './scripts/vite/paintFirst.ts';
import { preloadScreens } from './scripts/vite/preloadScreens.ts';

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

/**
 * The browser calls by method and path; the schemas of every answer, and zod with them, stay with the server. Schemas
 * that a form validates with still come along, in the form's own chunk.
 */
function leanContract(): Plugin {
  const callTables = Object.entries(contract).filter(([, value]) => !('parse' in value));
  const keep = (key: string, value: unknown) =>
    /^(params|query|body|answer|status|errors|isPublic)$/.test(key) ? undefined : value;
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('/common/api.ts')) return;
      return callTables.map(([name, table]) => `export const ${name} = ${JSON.stringify(table, keep)};`).join('\n');
    },
    transform(code, id) {
      if (!/\/common\/\w+\.ts$/.test(id)) return;
      // Nothing in there does anything but compute, so a schema that nobody on the client uses may go.
      const chain = /(?<=[=:(,[]\s*)(?=[a-z]\w*(?:\s*\.\w+)*\()/gi;
      return { code: code.replace(chain, '/* @__PURE__ */ '), map: null };
    },
  };
}

/** Each file once, here, instead of at each request; pictures and fonts are compressed as they are. */
const compressed = compression({
  algorithms: ['brotliCompress', 'gzip'],
  include: /\.(js|css|svg)$/,
  logLevel: 'silent',
});

export default defineConfig({
  root: 'client',
  plugins: [leanContract(), react(), inlineScripts(), preloadDisplayFont(), preloadScreens(), paintFirst(), compressed],
  css: { postcss: '.' },
  server: {
    host: '127.0.0.1',
    fs: { allow: ['..'] },
    proxy: {
      '/api': { target: serverUrl, xfwd: true },
      '/socket.io': { target: serverUrl, ws: true },
    },
  },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Spreading one constant into another reads properties; none of ours has a getter.
      treeshake: {
        propertyReadSideEffects: false,
        moduleSideEffects: [{ test: /[\\/]common[\\/]|[\\/]zod[\\/]/, sideEffects: false }],
      },
      output: {
        // The sign-in page, which the server writes, names the display face too: it needs an address that stays.
        assetFileNames: ({ names }) =>
          names.some((name) => name.startsWith('bricolage'))
            ? 'fonts/[name][extname]'
            : 'assets/[name]-[hash][extname]',
        // What changes with a package apart from what changes with us, so that a release leaves the larger part cached.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router|zustand)[\\/]/ },
            { name: 'forms', test: /node_modules[\\/]zod[\\/]/ },
            // What the others build on: nothing in it needs the page's own file, which needs all of them.
            {
              name: 'base',
              tags: ['$initial'],
              test: /client[\\/](components|features|lib)[\\/]|common[\\/]|@tabler|preload-helper/,
            },
            // Every screen has posters, tabs and skeletons; as one file they are one request instead of twenty. What one
            // screen alone has comes with it.
            {
              name: 'pieces',
              minShareCount: 2,
              test: /client[\\/](components|lib)[\\/](?!modal|ConfirmDialog|socket)|@tanstack|@tabler/,
            },
            // The same for what a list's screens share; what only their drawers and dialogs show comes with those.
            {
              name: 'lists',
              minShareCount: 2,
              // Or the schemas that one form needs would come along.
              includeDependenciesRecursively: false,
              test: /client[\\/]features[\\/](folders[\\/](?!ActivityDrawer|NameForm|Permission|popcorn|[Pp]rofile|SentInv|Share|useProfile)|(titles|reviews|recommendations|users)[\\/]\w+\.(store|api)|recommendations[\\/](Fits|Pick|Why|latest|useFit)|reviews[\\/]useBackfill|titles[\\/]title(Facts|Filters))|common[\\/](constants|filters|item|permissions|replica)/,
            },
          ],
        },
      },
    },
  },
});
