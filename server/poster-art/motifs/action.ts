import { drawTimes, type Motif, times } from '../brush.ts';
import { mix } from '../colour/colour.ts';
import { circle, clipped, n, type Point, path, pointAt, polygon, rect, ring, starPoints, turned } from '../draw.ts';

/** Broad torn strokes across the stage. */
const strokes: Motif = ({ w, h, s, p, range, int, chance }) => {
  const count = int(4, 6);
  const lean = range(-38, -18) * (chance(0.5) ? 1 : -1);
  const reach = Math.hypot(w, h);
  const colours = [p.a, p.b, p.a, p.c, p.a, p.b];
  return turned(
    drawTimes(count, (step) => {
      const y = h / 2 + (step - (count - 1) / 2) * s * 0.2;
      const tall = s * range(0.06, 0.15);
      const [from, to] = [w / 2 - reach * range(0.25, 0.5), w / 2 + reach * range(0.25, 0.5)];
      const teeth = int(9, 14);
      const top = times(
        teeth,
        (tooth): Point => [from + ((to - from) * tooth) / teeth, y - tall * (tooth % 2 ? 1 : range(0.55, 0.85))],
      );
      const end = times(
        5,
        (tooth): Point => [to + (tooth % 2 ? s * range(0.02, 0.12) : 0), y - tall + (tall * 2 * tooth) / 4],
      );
      const bottom = times(
        teeth,
        (tooth): Point => [to - ((to - from) * tooth) / teeth, y + tall * (tooth % 2 ? 1 : range(0.6, 0.9))],
      );
      return polygon([...top, ...end, ...bottom], colours[step] ?? p.a);
    }),
    lean,
    w / 2,
    h / 2,
  );
};

/** An explosion in three layers. */
const blast: Motif = ({ w, h, s, p, range, int }) => {
  const [x, y] = [w * range(0.42, 0.58), h * range(0.42, 0.58)];
  const layer = (size: number, fill: string) => {
    const spikes = int(11, 16);
    const turn = range(0, 90);
    return polygon(
      times(spikes * 2, (step) =>
        pointAt(x, y, s * size * (step % 2 ? range(0.42, 0.55) : range(0.8, 1.15)), turn + (step * 180) / spikes),
      ),
      fill,
    );
  };
  return layer(0.68, p.b) + layer(0.5, p.a) + layer(0.32, p.c) + circle(x, y, s * 0.07, p.ink);
};

/** Broken glass. */
const shatter: Motif = ({ w, h, s, p, range, int }) => {
  const [x, y] = [w * range(0.35, 0.65), h * range(0.35, 0.6)];
  const cuts = int(11, 15);
  const reach = Math.hypot(w, h);
  const angles = times(cuts, (step) => (360 / cuts) * (step + range(-0.35, 0.35)));
  const shades = [p.a, p.b, mix(p.a, p.ground, 0.35), p.ground, mix(p.b, p.ground, 0.4), p.a, p.ground];
  return (
    drawTimes(cuts, (step) => {
      const [from, to] = [angles[step] ?? 0, step === cuts - 1 ? (angles[0] ?? 0) + 360 : (angles[step + 1] ?? 0)];
      const [near, far] = [s * range(0.12, 0.2), s * range(0.3, 0.55)];
      const piece = (inner: number, outer: number, fill: string) =>
        polygon(
          [
            pointAt(x, y, inner, from + 1),
            pointAt(x, y, outer, from + 0.8),
            pointAt(x, y, outer * range(0.9, 1.1), to - 0.8),
            pointAt(x, y, inner, to - 1),
          ],
          fill,
        );
      return (
        piece(far + s * 0.012, reach, shades[(step * 3) % 7] ?? p.b) +
        piece(near + s * 0.012, far, shades[(step * 3 + 2) % 7] ?? p.a) +
        piece(s * 0.02, near, step % 4 === 0 ? p.c : (shades[(step + 4) % 7] ?? p.a))
      );
    }) + circle(x, y, s * 0.022, p.c)
  );
};

/** Streaks that burst out of one point. */
const speed: Motif = ({ w, h, s, p, range, int, pick }) => {
  const [x, y] = [w * range(0.3, 0.7), h * range(0.35, 0.6)];
  const reach = Math.hypot(w, h);
  const count = int(34, 48);
  return (
    drawTimes(count, (step) => {
      const angle = (360 / count) * (step + range(-0.3, 0.3));
      const from = s * range(0.16, 0.42);
      const wide = range(0.5, 2.6);
      return polygon(
        [pointAt(x, y, from, angle), pointAt(x, y, reach, angle - wide), pointAt(x, y, reach, angle + wide)],
        pick([p.a, p.a, p.b, p.c]),
      );
    }) + circle(x, y, s * 0.07, p.c)
  );
};

/** Arrows that all point one way. */
const chevrons: Motif = ({ w, h, s, p, range, int, chance }) => {
  const count = int(5, 7);
  const thick = s * range(0.085, 0.12);
  const rise = s * range(0.24, 0.36);
  const marks = drawTimes(count, (step) => {
    const y = h * 0.95 - step * thick * 1.75;
    const colour = step === count - 2 ? p.c : step % 2 ? p.b : p.a;
    return polygon(
      [
        [w / 2, y - rise - thick],
        [w * 0.94, y - thick],
        [w * 0.94, y],
        [w / 2, y - rise],
        [w * 0.06, y],
        [w * 0.06, y - thick],
      ],
      colour,
    );
  });
  return turned(marks, chance(0.3) ? 90 : 0, w / 2, h / 2);
};

const lightning: Motif = ({ w, h, s, p, range }) => {
  const [x, y] = [w / 2 + range(-0.05, 0.05) * w, h / 2];
  const bolt = (size: number): Point[] =>
    (
      [
        [0.12, -0.5],
        [-0.22, 0.06],
        [-0.02, 0.06],
        [-0.14, 0.5],
        [0.24, -0.12],
        [0.03, -0.12],
        [0.2, -0.5],
      ] as Point[]
    ).map(([dx, dy]) => [x + dx * size, y + dy * size]);
  return (
    circle(x, y, s * 0.42, p.b) +
    ring(x, y, s * 0.45, s * 0.012, p.a) +
    polygon(
      bolt(s * 1.05).map(([px, py]): Point => [px + s * 0.03, py + s * 0.02]),
      p.a,
    ) +
    polygon(bolt(s * 1.05), p.c)
  );
};

/** A bending road of stripes. */
const bend: Motif = ({ w, h, s, p, range, int, chance }) => {
  const lanes = int(5, 8);
  const width = (s * 0.6) / lanes;
  const flip = chance(0.5);
  const radius = s * range(0.2, 0.3);
  const colours = [p.a, p.c, p.b];
  const tracks = drawTimes(lanes, (lane) => {
    const at = radius + lane * width;
    const d = `M${n(-20)} ${n(h * 0.75 - at)}H${n(w * 0.35)}A${n(at)} ${n(at)} 0 0 1 ${n(w * 0.35 + at)} ${n(h * 0.75)}V${n(h + 20)}`;
    return `<path d="${d}" fill="none" stroke="${colours[lane % 3]}" stroke-width="${n(width * 0.72)}"/>`;
  });
  return flip ? `<g transform="translate(${n(w)} 0) scale(-1 1)">${tracks}</g>` : tracks;
};

/** Rays behind a disc. */
const rays: Motif = ({ w, h, s, p, range, int, chance }) => {
  const [x, y] = [w * range(0.35, 0.65), chance(0.5) ? h * range(0.4, 0.6) : h * range(0.85, 1)];
  const count = int(10, 18);
  const reach = Math.hypot(w, h);
  const turn = range(0, 20);
  return (
    drawTimes(count, (step) =>
      polygon(
        [
          [x, y],
          pointAt(x, y, reach, turn + (360 / count) * step),
          pointAt(x, y, reach, turn + (360 / count) * (step + 0.5)),
        ],
        step % 2 && chance(0.4) ? p.a : p.b,
      ),
    ) +
    circle(x, y, s * 0.25, p.ground) +
    circle(x, y, s * 0.21, p.c) +
    (chance(0.5) ? circle(x, y, s * 0.11, p.a) : '')
  );
};

/** Curved rays from one centre. */
const swirl: Motif = ({ w, h, s, p, int, range }) => {
  const count = int(8, 12);
  const reach = Math.hypot(w, h) * 0.62;
  const [x, y] = [w / 2, h * range(0.45, 0.55)];
  const twist = range(50, 95);
  return (
    drawTimes(count, (step) => {
      const from = (360 / count) * step;
      const to = from + 180 / count;
      const [a, b] = [pointAt(x, y, reach, from + twist), pointAt(x, y, reach, to + twist)];
      const [ca, cb] = [pointAt(x, y, reach * 0.55, from + twist * 0.2), pointAt(x, y, reach * 0.55, to + twist * 0.2)];
      return path(
        `M${n(x)} ${n(y)}Q${n(ca[0])} ${n(ca[1])} ${n(a[0])} ${n(a[1])}L${n(b[0])} ${n(b[1])}Q${n(cb[0])} ${n(cb[1])} ${n(x)} ${n(y)}Z`,
        step % 2 ? p.a : p.b,
      );
    }) + circle(x, y, s * 0.13, p.c)
  );
};

/** Comic-book dots that grow towards a star. */
const comic: Motif = ({ w, h, s, p, range }) => {
  const [x, y] = [w * range(0.4, 0.6), h * range(0.42, 0.56)];
  const gap = s * 0.062;
  let dots = '';
  for (let row = 0; row * gap < h + gap; row++) {
    for (let column = 0; column * gap < w + gap; column++) {
      const [dx, dy] = [column * gap + (row & 1 ? gap / 2 : 0), row * gap];
      const far = Math.hypot(dx - x, dy - y) / s;
      const size = gap * 0.6 * Math.max(0, Math.min(1, far * 1.25 - 0.12));
      if (size > 0.8) dots += circle(dx, dy, size, p.b);
    }
  }
  const spikes = 5;
  return (
    dots +
    polygon(starPoints(x + s * 0.02, y + s * 0.025, s * 0.4, s * 0.17, spikes), p.a) +
    polygon(starPoints(x, y, s * 0.38, s * 0.16, spikes), p.c)
  );
};

/** A shield in two halves. */
const shield: Motif = ({ w, h, s, p, int }) => {
  const [x, y] = [w / 2, h / 2];
  const d = (size: number) =>
    `M${n(x)} ${n(y - s * 0.46 * size)}C${n(x + s * 0.2 * size)} ${n(y - s * 0.36 * size)} ${n(x + s * 0.3 * size)} ${n(y - s * 0.34 * size)} ${n(x + s * 0.38 * size)} ${n(y - s * 0.34 * size)}C${n(x + s * 0.4 * size)} ${n(y + s * 0.08 * size)} ${n(x + s * 0.24 * size)} ${n(y + s * 0.34 * size)} ${n(x)} ${n(y + s * 0.48 * size)}C${n(x - s * 0.24 * size)} ${n(y + s * 0.34 * size)} ${n(x - s * 0.4 * size)} ${n(y + s * 0.08 * size)} ${n(x - s * 0.38 * size)} ${n(y - s * 0.34 * size)}C${n(x - s * 0.3 * size)} ${n(y - s * 0.34 * size)} ${n(x - s * 0.2 * size)} ${n(y - s * 0.36 * size)} ${n(x)} ${n(y - s * 0.46 * size)}Z`;
  const bars = int(3, 5);
  return (
    path(d(1), p.a) +
    path(d(0.9), p.ground) +
    clipped(
      rect(x, 0, w, h, p.b) +
        rect(0, 0, x, h, p.a) +
        drawTimes(bars, (bar) => rect(0, y - s * 0.3 + bar * s * 0.16, x, s * 0.07, p.b)) +
        polygon(starPoints(x, y - s * 0.03, s * 0.17, s * 0.07, 5), p.c),
      path(d(0.84), '#000'),
    )
  );
};

export const action = { strokes, blast, shatter, speed, chevrons, lightning, bend };
export const hero = { rays, swirl, comic, shield, lightning, blast };
