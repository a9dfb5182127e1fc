// Three puffs in one outline: as near to popcorn as a shape of eighteen pixels gets.
const puff =
  'M9 2c2.6 0 4.3 1.7 4.4 3.9C16 6 18 7.8 18 10.2c0 2.6-2 4.3-4.4 4.2C13 16.7 11.3 18 9 18s-4-1.3-4.6-3.6C2 14.5 0 12.8 0 10.2 0 7.8 2 6 4.6 5.9 4.7 3.7 6.4 2 9 2z';

/** Popcorn for a new list; nothing for those who asked for less motion. */
export async function popPopcorn(): Promise<void> {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { default: confetti } = await import('canvas-confetti');
  const canvas = document.createElement('canvas');
  Object.assign(canvas.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', zIndex: '1000' });
  canvas.style.pointerEvents = 'none';
  canvas.setAttribute('aria-hidden', 'true');
  document.body.append(canvas);
  try {
    // On the main thread: a worker made from a blob would need a looser content security policy.
    const pop = confetti.create(canvas, { resize: true, useWorker: false });
    const shape = confetti.shapeFromPath({ path: puff });
    await pop({
      shapes: [shape],
      colors: ['#fff6df', '#ffe7ad', '#ffd27a', '#fffdf6'],
      particleCount: 70,
      spread: 90,
      startVelocity: 42,
      gravity: 1.15,
      scalar: 1.5,
      ticks: 130,
      origin: { y: 0.72 },
    });
  } finally {
    canvas.remove();
  }
}
