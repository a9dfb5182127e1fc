const PATIENCE_MS = 8000;
const USER_INPUT = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Calls `attempt` in each frame until it returns true, eight seconds have passed, or the user acts by one of these events.
 * The first attempt is made at once. Returns a function that stops.
 */
export function retryEachFrame(
  attempt: () => boolean,
  userInput: readonly (keyof WindowEventMap)[] = USER_INPUT,
): () => void {
  const start = performance.now();
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const name of userInput) window.removeEventListener(name, stop);
  };
  const retry = () => {
    if (attempt() || performance.now() - start > PATIENCE_MS) stop();
    else frame = requestAnimationFrame(retry);
  };
  for (const name of userInput) window.addEventListener(name, stop, { passive: true });
  retry();
  return stop;
}
