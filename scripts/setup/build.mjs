import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withLock } from './lock.mjs';
import { lastLines, npm, root, run, SetupError } from './run.mjs';
import { buildWorker } from './worker.mjs';

const parts = [
  {
    name: 'client',
    result: 'dist/client/index.html',
    inputs: [
      'client',
      'common',
      'package-lock.json',
      'vite.config.ts',
      'postcss.config.mjs',
      'scripts/vite',
      'scripts/setup/build.mjs',
      'scripts/setup/worker.mjs',
    ],
    build: buildClient,
  },
  {
    name: 'server',
    result: 'dist/server/main.js',
    inputs: ['server', 'common', 'scripts/admin.ts', 'scripts/admin', 'package-lock.json', 'scripts/setup/build.mjs'],
    build: buildServer,
  },
  {
    name: 'list of packages',
    result: 'dist/sbom.cdx.json',
    inputs: ['package-lock.json', 'scripts/setup/build.mjs'],
    build: writeNotices,
  },
];

/** Builds client and server into dist/, each only if its inputs have changed. */
export async function build() {
  if (parts.every(isFresh)) return;
  await withLock(join(root, '.cache/setup.lock'), async () => {
    for (const part of parts) {
      if (isFresh(part)) continue;
      const began = Date.now();
      const hash = hashInputs(part);
      await part.build();
      mkdirSync(dirname(stampFile(part)), { recursive: true });
      writeFileSync(stampFile(part), hash);
      console.log(`Built the ${part.name} in ${((Date.now() - began) / 1000).toFixed(1)} s`);
    }
  });
}

function stampFile(part) {
  return join(root, `dist/${part.name.replaceAll(' ', '-')}.stamp`);
}

function isFresh(part) {
  if (!existsSync(join(root, part.result)) || !existsSync(stampFile(part))) return false;
  return readFileSync(stampFile(part), 'utf8') === hashInputs(part);
}

function hashInputs(part) {
  const hash = createHash('sha1');
  for (const input of part.inputs) {
    for (const file of filesUnder(input)) {
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(root, file)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  const entries = listOrNull(path);
  if (!entries) return existsSync(join(root, path)) ? [path] : [];
  return entries
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .filter((entry) => !/\.test\.tsx?$/.test(entry.name) && entry.name !== 'testing')
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(`${path}/${entry.name}`) : [`${path}/${entry.name}`]));
}

function listOrNull(path) {
  try {
    return readdirSync(join(root, path), { withFileTypes: true });
  } catch {
    return null;
  }
}

async function buildClient() {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { code, output } = await run(
    process.execPath,
    [vite, 'build', '--outDir', '../dist/client.next', '--logLevel', 'warn'],
    {
      env: { NODE_ENV: 'production' },
    },
  );
  if (code !== 0) throw new SetupError(`The client could not be built:\n${lastLines(output, 40)}`);
  await buildSignInScript();
  await buildWorker('dist/client.next');
  replaceFolder('dist/client.next', 'dist/client');
}

/** The script of the sign-in page, which the server names: one file without parts, because it has no hash in its name. */
async function buildSignInScript() {
  const esbuild = await import('esbuild');
  try {
    await esbuild.build({
      absWorkingDir: root,
      entryPoints: ['client/signIn/passkeySignIn.ts'],
      outfile: 'dist/client.next/passkeySignIn.js',
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      logLevel: 'silent',
    });
  } finally {
    await esbuild.stop();
  }
}

/** Packages with compiled parts, which they look for beside themselves. All others are bundled, so that the app starts faster. */
const nativePackages = ['@node-rs/argon2', 'lmdb', 'sharp'];

/** Bundled CommonJS packages call `require` for modules of Node, and an ES module has none. */
const requireForPackages =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";

async function buildServer() {
  const esbuild = await import('esbuild');
  rmSync(join(root, 'dist/server.next'), { recursive: true, force: true });
  try {
    const { metafile } = await esbuild.build({
      absWorkingDir: root,
      entryPoints: {
        main: 'server/main.ts',
        admin: 'scripts/admin.ts',
        'embedded-mongo/child': 'server/embedded-mongo/child.ts',
        'embedded-mongo/check.child': 'server/embedded-mongo/check.child.ts',
        'features/users/picture.child': 'server/features/users/picture.child.ts',
      },
      outdir: 'dist/server.next',
      bundle: true,
      splitting: true,
      external: nativePackages,
      banner: { js: requireForPackages },
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      sourcemap: true,
      sourcesContent: false,
      metafile: true,
      logLevel: 'silent',
    });
    refuseLazyCommonJs(metafile);
  } catch (error) {
    if (error instanceof SetupError) throw error;
    const lines = error.errors ? await esbuild.formatMessages(error.errors, { kind: 'error' }) : [String(error)];
    throw new SetupError(`The server could not be built:\n${lines.join('')}`);
  } finally {
    await esbuild.stop();
  }
  replaceFolder('dist/server.next', 'dist/server');
}

/**
 * A bundled CommonJS package that is loaded by `import()` has no named exports. Load a module of ours instead, which imports
 * the package by name.
 */
function refuseLazyCommonJs({ inputs }) {
  const lazy = Object.values(inputs).flatMap(({ imports }) => imports.filter(({ kind }) => kind === 'dynamic-import'));
  const unsafe = lazy.filter(({ path, external }) => !external && inputs[path]?.format === 'cjs');
  if (unsafe.length > 0) {
    throw new SetupError(`The server loads CommonJS by import(): ${unsafe.map(({ path }) => path).join(', ')}`);
  }
}

/** Replaces a folder after a successful build, so that a failed build keeps the last good one. */
function replaceFolder(from, to) {
  rmSync(join(root, to), { recursive: true, force: true });
  renameSync(join(root, from), join(root, to));
}

/** Writes the list of packages that the app runs on (CycloneDX) and the texts of their licences into `dist`. */
async function writeNotices() {
  const { code, output } = await npm(['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only']);
  if (code !== 0) throw new SetupError(`The list of packages could not be made:\n${output}`);
  // The output may begin with warnings of npm.
  writeFileSync(join(root, 'dist/sbom.cdx.json'), output.slice(output.indexOf('{')));
  const packages = Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages);
  const used = packages.filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link);
  const notices = used.filter(([path]) => existsSync(join(root, path))).map(([path, entry]) => noticeOf(path, entry));
  writeFileSync(join(root, 'dist/third-party-notices.txt'), notices.join(`\n${'-'.repeat(80)}\n\n`));
}

function noticeOf(path, { version, license }) {
  const files = readdirSync(join(root, path)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = files.map((file) => readFileSync(join(root, path, file), 'utf8').trim());
  const title = `${path.slice('node_modules/'.length)} ${version} (${license ?? 'see below'})`;
  return `${[title, ...texts].join('\n\n')}\n`;
}
