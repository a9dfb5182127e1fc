import type { Plugin } from 'vite';

const appStyles = /<link rel="stylesheet"[^>]*>\s*/g;
const appCode = /<(?:script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>\s*/g;

/**
 * Lets what the server wrote into the page be asked for and painted first: the app's code and stylesheets stand behind it,
 * where they hold up the app, which waits for them, and nothing else.
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
