import { pino } from 'pino';

/** What waits in memory while the log cannot be written. Further lines are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** The one logger: JSON lines on stdout. main.ts sets its level from the configuration. */
export const log = pino({ level: 'info', base: null }, standardOutput());

/**
 * Standard output may be a file on a full disk, which must stop nothing else: the next line tries again. pino alone would end
 * the process at the first error, and try forever to write the rest before that.
 */
function standardOutput() {
  const output = pino.destination({ dest: 1, maxLength: MAX_WAITING_BYTES });
  const flush = output.flushSync.bind(output);
  let isFailing = false;
  output.on('error', () => {
    isFailing = true;
  });
  output.on('write', () => {
    isFailing = false;
  });
  output.flushSync = () => {
    if (!isFailing) flush();
  };
  return output;
}
