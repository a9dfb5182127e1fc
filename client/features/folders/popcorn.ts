// Kernels of two shapes, drawn on 20 × 20: as near to popcorn as so few pixels get.
const kernels = [
  'M10 1c2.7 0 4.6 1.8 4.7 4.2C17.2 5.3 19 7.2 19 9.7c0 2-1.2 3.6-3 4.3.2 2.8-1.7 5-4.3 5-1.2 0-2.2-.5-3-1.3-.7.5-1.5.7-2.4.7-2.4 0-4.2-1.9-4.1-4.3C1 13.2 1 11.7 1 10.5c0-2.6 2-4.6 4.5-4.7C5.3 3 7.3 1 10 1z',
  'M7 2c1.5 0 2.8.7 3.6 1.9C11.4 3.3 12.4 3 13.5 3 16 3 18 5 18 7.5c0 .7-.2 1.4-.5 2 1 .8 1.5 2 1.5 3.3 0 2.5-2 4.5-4.5 4.5-.9 0-1.7-.2-2.4-.7C11.3 17.9 9.9 19 8 19c-2.5 0-4.5-2-4.5-4.5v-.3C2 13.4 1 11.9 1 10c0-1.7.9-3.2 2.2-4C3.1 3.7 4.8 2 7 2z',
];

const turns = [0, 70, 160, 250];

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
    const shapes = kernels.flatMap((path) =>
      turns.map((turn) => confetti.shapeFromPath({ path, matrix: placed(turn) })),
    );
    await pop({
      shapes,
      colors: ['#fff6df', '#ffe7ad', '#ffd27a', '#fffdf6'],
      particleCount: 70,
      spread: 90,
      startVelocity: 42,
      gravity: 1.15,
      scalar: 1.5,
      ticks: 130,
      flat: true,
      origin: { y: 0.72 },
    });
  } finally {
    canvas.remove();
  }
}

/** From the drawing's 20 × 20 to the ten units around the origin that a piece of confetti is, turned. */
function placed(degrees: number): DOMMatrix {
  return new DOMMatrix().scale(0.5).rotate(degrees).translate(-10, -10);
}
