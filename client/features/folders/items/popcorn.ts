import type { Shape } from 'canvas-confetti';

/** A round part of a kernel, on a square of 100 units around the origin. */
interface Bulge {
  x: number;
  y: number;
  radius: number;
  /** The brown shell; every other part is white. */
  isShell?: true;
}

/** The kernels, each with its bulges from back to front. */
const kernels: readonly (readonly Bulge[])[] = [
  [
    { x: -10, y: 30, radius: 11, isShell: true },
    { x: -22, y: -8, radius: 22 },
    { x: -2, y: -26, radius: 21 },
    { x: 24, y: -12, radius: 23 },
    { x: 14, y: 14, radius: 24 },
    { x: -9, y: 4, radius: 27 },
  ],
  [
    { x: -8, y: 28, radius: 13, isShell: true },
    { x: 6, y: -28, radius: 18 },
    { x: 29, y: -4, radius: 18 },
    { x: -27, y: 8, radius: 20 },
    { x: 8, y: 12, radius: 25 },
    { x: -10, y: -11, radius: 29 },
  ],
  [
    { x: -24, y: 22, radius: 12, isShell: true },
    { x: -30, y: 2, radius: 17 },
    { x: -13, y: -22, radius: 24 },
    { x: 30, y: 8, radius: 17 },
    { x: 16, y: -13, radius: 27 },
    { x: -4, y: 11, radius: 23 },
  ],
];
const TURNS = [0, 1.2, 2.8, 4.4];
const SIZES_PX = [26, 34, 40];
/** Drawn larger than shown, for smooth edges. */
const DRAWN_PX = 80;

/** Shows popcorn confetti for a new list, unless the user prefers reduced motion. */
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
    await pop({
      shapes: kernels.flatMap((bulges, at) => TURNS.map((turn) => popped(turned(bulges, turn), SIZES_PX[at] ?? 34))),
      particleCount: 50,
      spread: 90,
      startVelocity: 42,
      gravity: 1.15,
      ticks: 130,
      // Without this each piece flips over like a slip of paper.
      flat: true,
      origin: { y: 0.72 },
    });
  } finally {
    canvas.remove();
  }
}

/** Rotates the bulges but not the light. */
function turned(bulges: readonly Bulge[], radians: number): Bulge[] {
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
  return bulges.map((bulge) => ({
    ...bulge,
    x: bulge.x * cos - bulge.y * sin,
    y: bulge.x * sin + bulge.y * cos,
  }));
}

/** A picture of one kernel that is shown `size` pixels wide. */
function popped(bulges: readonly Bulge[], size: number): Shape {
  const canvas = new OffscreenCanvas(DRAWN_PX, DRAWN_PX);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw');
  context.translate(DRAWN_PX / 2, DRAWN_PX / 2);
  context.scale(DRAWN_PX / 100, DRAWN_PX / 100);
  for (const bulge of bulges) {
    context.beginPath();
    context.arc(bulge.x, bulge.y, bulge.radius, 0, 2 * Math.PI);
    context.fillStyle = bulge.isShell ? '#9a5a1c' : fleshOf(context, bulge);
    context.fill();
  }
  const scale = size / DRAWN_PX;
  const matrix = new DOMMatrix([scale, 0, 0, scale, -size / 2, -size / 2]);
  return { type: 'bitmap', bitmap: canvas.transferToImageBitmap(), matrix };
}

/** White at the upper left, butter yellow at the edge. */
function fleshOf(context: OffscreenCanvasRenderingContext2D, { x, y, radius }: Bulge): CanvasGradient {
  const flesh = context.createRadialGradient(x - radius / 3, y - radius / 3, 0, x, y, radius);
  flesh.addColorStop(0, '#fffdf5');
  flesh.addColorStop(0.55, '#fff2cf');
  flesh.addColorStop(0.85, '#f8d78d');
  flesh.addColorStop(1, '#dca445');
  return flesh;
}
