import type { Plugin } from 'vite';

const appStyles = /<link rel="stylesheet"[^>]*>\s*/g;
const appCode = /<(?:script type="module"|link rel="modulepreload")[^>]*>/g;

/**
 * Puts the opening's program into the page's head, and its styles as they are: it draws what is there as soon as it has
 * come. The app's own code and what only that needs stand back.
 */
export function injectOpening(): Plugin {
  return {
    name: 'inject-opening',
    apply: 'build',
    enforce: 'post',
    config: () => ({
      build: { rolldownOptions: { input: { index: 'client/index.html', opening: 'client/app/opening/opening.ts' } } },
    }),
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'opening');
        if (chunk?.type !== 'chunk') throw new Error('The build has no opening');
        const parts = chunk.imports.flatMap((file) => bundle[file] ?? []);
        const sheets = [...parts, chunk].flatMap((file) => [...(file.viteMetadata?.importedCss ?? [])]);
        const css = sheets.map((file) => {
          const sheet = bundle[file];
          return sheet?.type === 'asset' ? String(sheet.source) : '';
        });
        const modules = chunk.imports.map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: '', href: `/${file}` },
          injectTo: 'head-prepend' as const,
        }));
        const attrs = { type: 'module', async: true, crossorigin: '', src: `/${chunk.fileName}` };
        // In the body they hold up the app, which waits for them, and not the first paint.
        const styles = (html.match(appStyles) ?? []).join('');
        return {
          html: html
            .replace(appCode, (tag) => tag.replace(/^<\w+/, '$& fetchpriority="low"'))
            .replace(appStyles, '')
            .replace('</body>', `${styles}</body>`),
          tags: [
            ...modules,
            { tag: 'script', attrs, injectTo: 'head-prepend' as const },
            { tag: 'style', children: css.join('\n'), injectTo: 'head-prepend' as const },
          ],
        };
      },
    },
  };
}
