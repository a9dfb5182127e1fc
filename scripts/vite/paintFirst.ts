import type { Plugin } from 'vite';

const appStyles = /<link rel="stylesheet"[^>]*>\s*/g;
const appCode = /<(?:script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>\s*/g;

/**
 * Moves the app's code and stylesheets to the end of the page, so that the server's preview is loaded and painted first.
 */
export function paintFirst(): Plugin {
  return {
    name: 'paint-first',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const code = (html.match(appCode) ?? []).map((tag) => tag.replace(/^<\w+/, '$& fetchpriority="low"'));
        const styles = html.match(appStyles) ?? [];
        return html
          .replace(appCode, '')
          .replace(appStyles, '')
          .replace('</body>', `${[...styles, ...code].join('')}</body>`);
      },
    },
  };
}
