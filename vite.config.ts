import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}

export default defineConfig({
  root: 'client',
  plugins: [react(), preloadDisplayFont()],
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
      output: {
        // What changes with us apart from what changes with a package, so that a release leaves the larger part cached.
        advancedChunks: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router|zustand)[\\/]/ },
            { name: 'contract', test: /node_modules[\\/]zod[\\/]|[\\/]common[\\/]/ },
          ],
        },
      },
    },
  },
});
