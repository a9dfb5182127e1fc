import { limits } from '../../../../../common/constants.ts';
import type { Place } from '../collection.ts';
import { type Reading, splitYear } from '../reading.ts';
import { type TextFile, UnreadableFile } from '../unpack.ts';

/** One title a line, with or without a year in brackets. It becomes a list, which says nothing about what was seen. */
export function readPlainText(reading: Reading, file: TextFile): void {
  const { collection } = reading;
  collection.source = 'text';
  const lines = file.text.split('\n').map((text, index) => ({ text: text.trim(), line: index + 1 }));
  const filled = lines.filter(({ text }) => text !== '');
  if (filled.length > limits.importRows)
    throw new UnreadableFile(
      `${file.name} has more than ${limits.importRows.toLocaleString('en')} lines. Split it, and import the parts one after the other.`,
    );
  const clean = bulletRemover(filled.map(({ text }) => text));
  const examples = filled.slice(0, 3).map(({ text }) => clean(text));
  const id = `contents:${file.name}`;
  const choices = ['list', 'wants', 'seen'] as const;
  const answer = reading.ask({ kind: 'contents', id, file: file.name, choices: [...choices], examples }, 'list');
  const placeOf = ({ text, line }: { text: string; line: number }): Place => {
    return { file: file.name, line, raw: () => ({ title: text }) };
  };
  const [first] = filled;
  if (!first) return;
  const list = answer === 'list' ? collection.list(placeOf(first), file.name.replace(/\.\w+$/, '')) : null;
  for (const [index, entry] of filled.entries()) {
    const place = placeOf(entry);
    const title = collection.title(place, { mediaType: null, ...splitYear(clean(entry.text)) });
    if (list) collection.listed(place, title, list, { position: index + 1 });
    else if (answer === 'wants') collection.wanted(place, title);
    else collection.seen(place, title);
  }
}

/** Marks of lists go only if every line has one, since titles can look like them: '9', '21. Bridges'. */
function bulletRemover(lines: string[]): (line: string) => string {
  const bullet = [/^[-*•–]\s+/, /^\[[ x]\]\s+/i].find((mark) => lines.every((line) => mark.test(line)));
  if (bullet) return (line) => line.replace(bullet, '');
  const isNumbered =
    lines.length > 1 && lines.every((line, index) => line.match(/^(\d+)[.)]\s+\S/)?.[1] === String(index + 1));
  return isNumbered ? (line) => line.replace(/^\d+[.)]\s+/, '') : (line) => line;
}
