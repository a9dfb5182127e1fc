import { readFileSync } from 'node:fs';
import path from 'node:path';
import { minify, type Plugin } from 'vite';

const classicScript = /<script src="(\/app\/\w+\.js)"><\/script>/g;

/**
 * Writes the page's small classic scripts into the page, because a file would delay the first paint by a request. The
 * server allows them by their hashes.
 */
export function inlineScripts(): Plugin {
  let root = '';
  return {
    name: 'inline-scripts',
    configResolved: (config) => {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const files = [...html.matchAll(classicScript)].map(([, file = '']) => file);
        const codes = await Promise.all(files.map((file) => inOneLine(path.join(root, file))));
        return html.replace(classicScript, () => `<script>${codes.shift()}</script>`);
      },
    },
  };
}

async function inOneLine(file: string): Promise<string> {
  const { code, errors } = await minify(file, readFileSync(file, 'utf8'));
  const [error] = errors;
  if (error) throw new Error(`${file}: ${error.message}`);
  return code.trim();
}
