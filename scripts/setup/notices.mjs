import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, root, SetupError } from './run.mjs';

/** Writes the list of packages that the app runs on (CycloneDX) and the texts of their licences into `dist`. */
export async function writeNotices() {
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
