import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of a data file in this folder, also when the code runs from a bundle in another folder. */
export function bundledFile(name: string): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const beside = join(here, name);
  if (existsSync(beside)) return beside;
  for (let folder = here; ; folder = dirname(folder)) {
    const file = join(folder, 'server/features/titles', name);
    if (existsSync(file)) return file;
    if (folder === dirname(folder)) throw new Error(`The bundled file ${name} is missing`);
  }
}
