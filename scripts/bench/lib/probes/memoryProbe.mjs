// Loaded before a measured program. On SIGUSR2 it collects garbage and prints how many bytes are in use.
process.on('SIGUSR2', () => {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  process.stdout.write(`memory ${heapUsed + external}\n`);
});
