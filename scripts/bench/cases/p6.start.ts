import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SECRET } from '../lib/app.ts';
import { atMost, type Benchmark, interleave, median } from '../lib/benchmark.ts';
import { Connection, expectStatus } from '../lib/connection.ts';
import { addForeignItems } from '../lib/data/foreignItems.ts';
import { type Program, startProgram } from '../lib/program.ts';

const items = 20_000;

export const p6: Benchmark = {
  id: 'P6',
  title: 'Time from the start of the built app to its first answer',
  async run({ repetitions }) {
    const folder = mkdtempSync(join(tmpdir(), 'mq-'));
    const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, SESSION_SECRET: SECRET, LOG_LEVEL: 'error' };
    const startApp = () => startProgram(['dist/server/main.js'], environment);
    const startControl = () => startProgram([fileURLToPath(new URL('../controls/listen.mjs', import.meta.url))]);
    try {
      const first = await startApp();
      const socket = encodeURIComponent(join(folder, 'marquee.sock'));
      await addForeignItems(`mongodb://${socket}/marquee?directConnection=true`, items);
      await first.stop();

      const runs = await interleave(
        Math.max(5, repetitions),
        () => timeToAnswer(startControl),
        () => timeToAnswer(startApp),
      );
      const [control, ours] = [median(runs.controls), median(runs.ours)];
      return [
        {
          what: `from the start to the answer of GET /readyz, ${items} items stored, against loading the same packages`,
          control: `${control.toFixed(0)} ms`,
          ours: `${ours.toFixed(0)} ms`,
          ...atMost(ours / control, 1.5),
        },
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function timeToAnswer(start: () => Promise<Program>): Promise<number> {
  const began = performance.now();
  const program = await start();
  const connection = new Connection(program.port);
  expectStatus(await connection.send('GET', '/readyz'), 200);
  const time = performance.now() - began;
  connection.close();
  await program.stop();
  return time;
}
