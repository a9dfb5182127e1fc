import type { Plugin } from 'vite';

const appStyles = /<link rel="stylesheet"[^>]*>\s*/g;
const appCode = /<(?:script type="module"|link rel="modulepreload")[^>]*>/g;

/**
 * Lets what the server wrote into the page be painted before the app's code and stylesheets have come: in the body these
 * hold up the app, which waits for them, and nothing else.
 */
export function paintFirst(): Plugin {
  return {
    name: 'paint-first',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const styles = (html.match(appStyles) ?? []).join('');
        return html
          .replace(appCode, (tag) => tag.replace(/^<\w+/, '$& fetchpriority="low"'))
          .replace(appStyles, '')
          .replace('</body>', `${styles}</body>`);
      },
    },
  };
}
