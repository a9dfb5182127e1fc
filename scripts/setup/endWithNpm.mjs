/**
 * npm passes a SIGTERM on to its shell alone, which dies of it and leaves its child behind. So a program that npm
 * started ends itself, as if the signal had reached it, once its parent is gone.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  timer.unref();
}
