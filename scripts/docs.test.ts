import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

/** Names of packages that documents name as something that the code does without. */
const notOurs = ['createBrowserRouter', 'socketTimeoutMS', 'timeoutMS'];

/** Paths in documents that are examples or are made when the app runs. */
const notHere = [/^server\/migrations\/NNN-/, /^\.?\/?(data|dist)\b/];

const files = ['client', 'common', 'server', 'scripts']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  )
  .filter((file) => /\.(ts|tsx|mjs|js)$/.test(file) && !file.includes('node_modules'));
const readAll = (paths: string[]) => paths.map((file) => readFileSync(file, 'utf8')).join('\n');
const source = readAll(files);
const scripts = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }).scripts;

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
const unique = (list: string[]) => [...new Set(list)];

describe.each(documents)('%s names only', (document) => {
  const text = readFileSync(document, 'utf8');
  const spans = matches(text, /`([^`\n]+)`/g);

  test('files and folders that exist', () => {
    const paths = spans.filter((span) => /^[\w.@-]+\/[\w./@-]*$/.test(span) && !notHere.some((one) => one.test(span)));
    const known = paths.filter((span) => /^(client|common|server|scripts|docs|docker|platform|features)\//.test(span));

    expect(known.filter((span) => !existsSync(span))).toEqual([]);
  });

  test('links that lead somewhere', () => {
    const links = matches(text, /\]\(([^)#]+)\)/g).filter((link) => !/^https?:/.test(link));

    expect(links.filter((link) => !existsSync(path.join(path.dirname(document), link)))).toEqual([]);
  });

  test('functions, types and constants that the code has', () => {
    const names = unique(spans.filter((span) => /^([a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)$/.test(span)));
    const ours = names.filter((name) => !notOurs.includes(name));

    expect(ours.filter((name) => !new RegExp(`\\b${name}\\b`).test(source))).toEqual([]);
  });

  test('npm scripts that package.json has', () => {
    const named = unique(matches(text, /npm run ([\w:]+)/g));

    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('commands in fenced blocks, each on a line of its own', () => {
    const fenced = matches(text, /^```sh\n(.*?)^```$/gms).flatMap((block) => block.split('\n'));
    const indented = text.split('\n').filter((line) => /^ {4}(npm|npx|node|docker|git) /.test(line));

    expect(indented).toEqual([]);
    expect(fenced.filter((line) => /(?<!^|&& )\bnpm (run|test|start|ci)\b/.test(line))).toEqual([]);
  });
});

test('every rule of docs/protocol.md is cited by a test, and every cited rule exists', () => {
  const rules = matches(readFileSync('docs/protocol.md', 'utf8'), /^- \*\*(P\d+)\.\*\*/gm);
  const tests = readAll(files.filter((file) => /\.test\.tsx?$/.test(file)));
  // At the end of a test's name.
  const cited = unique(matches(tests, /\((P\d+)\)['"`],/g));

  expect(rules.length).toBeGreaterThan(0);
  expect(cited.sort()).toEqual(rules.sort());
});

test('docs/security.md names every file that connects to another machine, and each limits what it reads', () => {
  const [, section = ''] = readFileSync('docs/security.md', 'utf8').split(/^## (?:Outgoing requests|OWASP.*)$/m);
  const connecting = files.filter(
    (file) =>
      /^server\/(?!embedded-mongo|testing)/.test(file) &&
      !file.endsWith('.test.ts') &&
      /(?<![.\w])fetch\(|https?\.(request|get)\b|createTransport\(/.test(readFileSync(file, 'utf8')),
  );

  const places = matches(section, /`(server\/[^`]+)`/g);
  expect(connecting.filter((file) => !places.some((place) => file.startsWith(place)))).toEqual([]);
  const fetching = connecting.filter((file) => /(?<![.\w])fetch\(/.test(readFileSync(file, 'utf8')));
  // The library for OpenID sets the options of its requests itself.
  const careless = fetching
    .filter((file) => !file.endsWith('/oidc.ts'))
    .filter((file) => {
      const text = readFileSync(file, 'utf8');
      return !text.includes('readBody(') || !text.includes("redirect: 'error'");
    });
  expect(careless).toEqual([]);
});
