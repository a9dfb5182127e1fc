import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';

/** The lines of a file about which a plugin complains. */
function linesRefusedBy(plugin: string, text: string): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'marquee-lint-'));
  const file = path.join(folder, 'example.ts');
  writeFileSync(path.join(folder, 'biome.json'), JSON.stringify({ plugins: [path.resolve('scripts/lint', plugin)] }));
  writeFileSync(file, text);
  const biome = path.resolve('node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'lint', '--colors=off', '--only=plugin', file];
  const { stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return [...stderr.matchAll(/^ *> \d+ │ (.*)$/gm)].map(([, line = '']) => line);
}

test('a mongoose filter has no operator outside trusted()', () => {
  const allowed = [
    'PlayModel.find({ at: trusted({ $gt: time }) });',
    'PlayModel.find({ $or: [{ at: null }, { at: trusted({ $gt: time }) }] });',
    'PlayModel.updateOne({ _id }, { $set: { title } });',
    'PlayModel.collection.find({ at: { $gt: time } });',
    'PlayModel.aggregate([{ $match: { at: { $gt: time } } }]);',
  ];
  const refused = [
    'PlayModel.find({ at: { $gt: time } }).lean();',
    'PlayModel.exists({ $or: [{ at: null }, { at: { $gt: time } }] });',
    'PlayModel.deleteMany({ _id: { $in: ids }, userId });',
  ];

  expect(linesRefusedBy('trusted.grit', [...allowed, ...refused].join('\n'))).toEqual(refused);
});

test('durations do not depend on the clock of the computer', () => {
  const refused = 'const began = Date.now();';

  expect(linesRefusedBy('monotonic.grit', `${refused}\nconst measured = performance.now();`)).toEqual([refused]);
});
