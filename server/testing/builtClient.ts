import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Makes a folder like that of the built client, with a page and assets. */
export function makeBuiltClient(page: string, assets: Record<string, string> = {}) {
  const dir = mkdtempSync(path.join(tmpdir(), 'marquee-client-'));
  mkdirSync(path.join(dir, 'assets'));
  writeFileSync(path.join(dir, 'index.html'), page);
  for (const [name, text] of Object.entries(assets)) writeFileSync(path.join(dir, 'assets', name), text);
  return { dir, remove: () => rmSync(dir, { recursive: true }) };
}
