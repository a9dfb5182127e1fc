// Loaded before a measured program. On SIGHUP it prints the longest event-loop stall since the last time, in ms.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 1;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
process.on('SIGHUP', () => {
  process.stdout.write(`stall ${Math.max(0, delays.max / 1e6 - RESOLUTION_MS)}\n`);
  delays.reset();
});
