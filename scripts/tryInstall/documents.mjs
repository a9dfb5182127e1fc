import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/run.mjs';

/** The host name that the documents use as an example, and the one used instead, which means this machine. */
const EXAMPLE_HOST = /movies\.example\.com/g;
export const HOST = 'marquee.localhost';

const blocks = readdirSync(join(root, 'docs/install')).flatMap(blocksOf);

/** The blocks of a document with their headings: fenced ones with their language, and indented ones as `text`. */
function blocksOf(file) {
  const text = readFileSync(join(root, 'docs/install', file), 'utf8');
  const pattern =
    /^#+ (?<heading>.+)$|^(?<margin> *)```(?<language>\w*)\n(?<fenced>[\s\S]*?)^ *```$|(?<indented>(?:^ {4}.*\n|^\n(?= {4}))+)/gm;
  let heading = '';
  return [...text.matchAll(pattern)].flatMap(({ groups }) => {
    if (groups.heading) heading = groups.heading;
    const body = groups.fenced ?? groups.indented;
    if (!body?.trim()) return [];
    const margin = groups.fenced === undefined ? 4 : groups.margin.length;
    const lines = body.split('\n').map((line) => line.slice(margin));
    const language = groups.fenced === undefined ? 'text' : groups.language;
    return [{ file, heading, language, text: lines.join('\n').trim().replace(EXAMPLE_HOST, HOST), isUsed: false }];
  });
}

/** The text of the only block like this, or of the one that contains `part`. */
export function blockOf(file, heading, language, part = '') {
  const found = blocks.filter(
    (block) =>
      block.file === file && block.heading === heading && block.language === language && block.text.includes(part),
  );
  if (found.length !== 1)
    throw new Error(`${file}, "${heading}" has ${found.length} blocks ${language} with "${part}"`);
  found[0].isUsed = true;
  return found[0].text;
}

/** The blocks of commands for Docker that no step has run. */
export function findUntried() {
  return blocks.filter(({ language, text, isUsed }) => language === 'sh' && !isUsed && /^docker /m.test(text));
}
