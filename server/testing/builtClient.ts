import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Makes a folder like that of the built client, with a page and assets. */
export function makeBuiltClient(page: string, assets: Record<string, string | Buffer> = {}) {
  const dir = mkdtempSync(path.join(tmpdir(), 'marquee-client-'));
  mkdirSync(path.join(dir, 'assets'));
  writeFileSync(path.join(dir, 'index.html'), page);
  for (const [name, content] of Object.entries(assets)) writeFileSync(path.join(dir, 'assets', name), content);
  return {
    dir,
    removeAsset: (name: string) => rmSync(path.join(dir, 'assets', name)),
    remove: () => rmSync(dir, { recursive: true }),
  };
}
