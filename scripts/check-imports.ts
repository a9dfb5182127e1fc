import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkImports, type Workspace } from './imports/check.ts';
import { readSources } from './imports/sources.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = readSources(root);
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const workspaces = (readJson('package.json').workspaces as string[]).map((folder): Workspace => {
  const { name, exports } = readJson(`${folder}/package.json`);
  return { folder, name, exports };
});
const problems = checkImports(sources, (path) => existsSync(join(root, path)), workspaces);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`The imports of ${sources.length} files follow the rules.`);
