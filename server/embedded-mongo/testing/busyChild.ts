import { writeSync } from 'node:fs';
import { open } from 'lmdb';
import { dataFile } from '../file/paths.ts';
import type { LocalOptions } from '../local.ts';

/*
 * The program of the child process, which a signal makes busy forever, as a very long write would: its thread answers
 * no request and no message, and no other process can write to the folder. It then prints a line.
 */
process.on('SIGUSR2', () => {
  const options = JSON.parse(process.argv[2] ?? '{}') as LocalOptions;
  open({ path: dataFile(options), noSubdir: true }).transactionSync(() => {
    writeSync(1, 'busy\n');
    for (;;);
  });
});

await import('../child.ts');
