import type { Plugin } from 'vite';

const appStyles = /<link rel="stylesheet"[^>]*>\s*/g;
const appCode = /<(?:script type="module"[^>]* src|link rel="modulepreload"[^>]* href)="\/([^"]*)">(?:<\/script>)?\s*/g;

/**
 * Lets the server's preview be loaded and painted first: moves the app's stylesheets to the end of the page, and replaces the
 * app's code by a list of its files, the entry first, which start.js loads.
 */
export function paintFirst(): Plugin {
  return {
    name: 'paint-first',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const files = [...html.matchAll(appCode)].map(([, file]) => file);
        const list = `<script type="application/json" id="app">${JSON.stringify(files)}</script>`;
        const styles = html.match(appStyles) ?? [];
        return html
          .replace(appCode, '')
          .replace(appStyles, '')
          .replace('<body>', `<body>${list}`)
          .replace('</body>', `${styles.join('')}</body>`);
      },
    },
  };
}
