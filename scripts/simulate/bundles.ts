import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import type { Globals } from './globals.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A change of one line of the sources. */
export interface Edit {
  file: string;
  find: string;
  replace: string;
}

/** The driver's buffer for what it sends would be 17 MB in each program. */
const SMALL_BUFFERS: Edit[] = ['cjs', 'node.mjs'].map((build) => ({
  file: `node_modules/bson/lib/bson.${build}`,
  find: 'const MAXSIZE = 1024 * 1024 * 17;',
  replace: 'const MAXSIZE = 1024 * 256;',
}));

/** A tab gets the database of its device as a global. */
const DEVICE = 'client/features/offline/deviceDatabase.ts';
const DEVICE_CALLS =
  'readKept, writeKept, readQueue, putInQueue, changeInQueue, takeFromQueue, forgetKept, deleteDevice, onClosed';
const MODELLED_DEVICE = `export const { ${DEVICE_CALLS} } = device;`;

/** Packages that keep nothing between two programs, or that are replaced. */
const EXTERNAL = [
  ...['sharp', 'lmdb', 'pino', '@node-rs/argon2', '@zxcvbn-ts/*'],
  // The driver would use them if they were installed.
  ...['kerberos', 'snappy', '@mongodb-js/zstd', 'socks', 'aws4', 'mongodb-client-encryption', 'gcp-metadata'],
  ...['@aws-sdk/*', 'bufferutil', 'utf-8-validate'],
];

/** A program's code, compiled once. Each call runs it anew, with globals of its own: nothing is shared with another run. */
export class Bundle<Exports> {
  readonly #script: Script;
  readonly #names: readonly string[];

  private constructor(code: string, name: string, names: readonly string[]) {
    this.#names = names;
    this.#script = new Script(`(function (exports, module, ${names.join(', ')}) {${code}\n})`, {
      filename: `simulated-${name}.js`,
    });
  }

  /** Bundles an entry for a program whose globals have these names, with the edits in its sources. */
  static async of<Exports>(
    entry: string,
    {
      names,
      edits = [],
      isForBrowser = false,
    }: { names: readonly string[]; edits?: readonly Edit[]; isForBrowser?: boolean },
  ): Promise<Bundle<Exports>> {
    const { outputFiles } = await build({
      entryPoints: [path.join(root, 'scripts/simulate/entries', entry)],
      bundle: true,
      write: false,
      loader: { '.css': 'empty', '.module.css': 'empty' },
      format: 'cjs',
      platform: isForBrowser ? 'browser' : 'node',
      target: 'node20',
      external: isForBrowser ? [] : EXTERNAL,
      define: { 'import.meta.url': 'importMetaUrl', 'process.env.NODE_ENV': '"production"' },
      plugins: [editing([...SMALL_BUFFERS, ...edits])],
      logLevel: 'error',
    });
    return new Bundle<Exports>(outputFiles[0]?.text ?? '', entry, names);
  }

  run(globals: Globals): Exports {
    const module = { exports: {} as Exports };
    const values = this.#names.map((name) => globals[name]);
    this.#script.runInThisContext()(module.exports, module, ...values);
    return module.exports;
  }
}

function editing(edits: readonly Edit[]): Plugin {
  return {
    name: 'edits',
    setup(builder) {
      builder.onLoad({ filter: new RegExp(`/${DEVICE}$`) }, () => ({ contents: MODELLED_DEVICE, loader: 'js' }));
      for (const file of new Set(edits.map((edit) => edit.file))) {
        // A callback for each file would make the build many times slower.
        const filter = new RegExp(`/${file.replaceAll('.', '\\.')}$`);
        builder.onLoad({ filter }, async ({ path: source }) => {
          let contents = await readFile(source, 'utf8');
          for (const { find, replace } of edits.filter((edit) => edit.file === file)) {
            if (contents.split(find).length !== 2) throw new Error(`${file} does not have this text once: ${find}`);
            contents = contents.replace(find, () => replace);
          }
          return { contents, loader: /\.tsx?$/.test(source) ? (source.endsWith('x') ? 'tsx' : 'ts') : 'js' };
        });
      }
    },
  };
}
