/** The control of P8: a page that imports from packages what the client imports, and does not use it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, parseSync } from 'vite';
import { root } from '../lib/program.ts';

const ENTRY = 'virtual:same-packages';

/** The texts of the page's scripts and stylesheets, built as the client is. */
export async function buildSamePackages(): Promise<string[]> {
  const code = entryFor(clientFiles());
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'same-packages',
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? code : null),
      },
    ],
    css: { postcss: root },
    build: { write: false, target: 'es2022', rolldownOptions: { input: ENTRY } },
  })) as { output: { fileName: string; code?: string; source?: string | Uint8Array }[] };
  return output
    .filter(({ fileName }) => /\.(js|css)$/.test(fileName))
    .map(({ code, source = '' }) => code ?? Buffer.from(source).toString());
}

function clientFiles(): string[] {
  return readdirSync(join(root, 'client'), { recursive: true, encoding: 'utf8' })
    .map((file) => join(root, 'client', file))
    .filter((file) => /(?<!\.test|\.d)\.tsx?$/.test(file) && !/[\\/]testing[\\/]/.test(file));
}

/**
 * A module that imports the same names from the same packages. It keeps them in a global, so that none is removed.
 * Stylesheets are imported whole, because only a page that uses components knows the parts that it needs.
 */
function entryFor(files: readonly string[]): string {
  const names = new Map<string, Set<string>>();
  const use = (specifier: string, name?: string) => {
    if (specifier.startsWith('.')) return;
    const used = names.get(specifier) ?? new Set();
    if (name) used.add(name);
    names.set(specifier, used);
  };
  const lazy = new Set<string>();
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const { module } = parseSync(file, text);
    for (const { moduleRequest, entries } of module.staticImports) {
      const real = entries.filter((entry) => !entry.isType);
      if (entries.length > 0 && real.length === 0) continue;
      use(moduleRequest.value.replace(/(styles)\/.*\.css$/, '$1.css'));
      for (const { importName } of real) {
        if (importName.kind === 'Name' && importName.name) use(moduleRequest.value, importName.name);
        else if (importName.kind === 'Default') use(moduleRequest.value, 'default');
        else throw new Error(`${file} imports all of ${moduleRequest.value}, which this control does not support`);
      }
    }
    for (const { moduleRequest } of module.dynamicImports) {
      const specifier = /^['"]([^'"]+)['"]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1];
      if (specifier && !specifier.startsWith('.')) lazy.add(specifier);
    }
  }
  let count = 0;
  const kept: string[] = [];
  const imports = [...names].map(([specifier, used]) => {
    if (used.size === 0) return `import '${specifier}';`;
    const list = [...used].map((name) => {
      kept.push(`kept${count}`);
      return `${name} as kept${count++}`;
    });
    return `import { ${list.join(', ')} } from '${specifier}';`;
  });
  const loads = [...lazy].map((specifier) => `() => import('${specifier}')`);
  return [...imports, FORMS, `globalThis.kept = [${[...kept, 'forms', ...loads].join(', ')}];`].join('\n');
}

/** The client uses zod only through the schemas of its forms, which need these parts of it. */
const FORMS = `import { z } from 'zod';
const forms = z.object({ text: z.string().trim().min(1).max(9) });`;
