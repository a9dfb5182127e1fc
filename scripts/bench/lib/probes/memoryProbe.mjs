// Loaded before a measured program: on SIGUSR2 it collects garbage and says how many bytes are left in use.
process.on('SIGUSR2', () => {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  process.stdout.write(`memory ${heapUsed + external}\n`);
});
