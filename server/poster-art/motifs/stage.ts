import { drawTimes, type Motif, times } from '../brush.ts';
import { mix } from '../colour/colour.ts';
import {
  circle,
  clipped,
  ellipse,
  line,
  n,
  type Point,
  path,
  pointAt,
  polygon,
  rect,
  ring,
  sector,
  starPoints,
  stroke,
  turned,
} from '../draw.ts';
import { standing } from './city.ts';

/** A vinyl record. */
const record: Motif = ({ w, h, s, p, range }) => {
  const [x, y] = [w * range(0.44, 0.56), h * 0.5];
  const shine = range(0, 180);
  return (
    circle(x, y, s * 0.44, p.a) +
    drawTimes(7, (groove) => ring(x, y, s * (0.2 + groove * 0.033), s * 0.004, mix(p.a, p.ground, 0.4))) +
    [0, 180].map((turn) => sector(x, y, s * 0.43, shine + turn, shine + turn + 16, mix(p.a, p.ground, 0.25))).join('') +
    circle(x, y, s * 0.16, p.c) +
    circle(x, y, s * 0.02, p.ground) +
    stroke(
      `M${n(x + s * 0.42)} ${n(y - s * 0.4)}L${n(x + s * 0.36)} ${n(y + s * 0.05)}L${n(x + s * 0.22)} ${n(y + s * 0.2)}`,
      s * 0.022,
      p.b,
      'round',
    )
  );
};

const keys: Motif = ({ w, h, s, p, int, range }) => {
  const count = w > h * 1.2 ? 14 : int(6, 8);
  const gap = w / count;
  const hot = int(1, count - 2);
  const top = h * range(0.3, 0.4);
  return (
    circle(w * range(0.3, 0.7), top, s * 0.22, p.c) +
    drawTimes(count, (key) => rect(gap * key + 1.5, top, gap - 3, h - top, key === hot ? p.c : p.a)) +
    drawTimes(count, (key) =>
      [0, 1, 3, 4, 5].includes(key % 7) ? rect(gap * (key + 0.7), top, gap * 0.6, (h - top) * 0.58, p.b) : '',
    )
  );
};

const bars: Motif = ({ w, h, s, p, int, range }) => {
  const count = w > h * 1.2 ? 17 : int(7, 11);
  const gap = w / count;
  return (
    drawTimes(count, (bar) => {
      const tall = h * (0.2 + 0.62 * Math.abs(Math.sin(bar * range(0.8, 1.2) + 0.6)));
      const fill = [p.a, p.b, p.a, p.c][bar % 4] ?? p.a;
      return `<rect x="${n(gap * (bar + 0.2))}" y="${n(h / 2 - tall / 2)}" width="${n(gap * 0.6)}" height="${n(tall)}" rx="${n(gap * 0.3)}" fill="${fill}"/>`;
    }) + rect(0, 0, 0, s, p.a)
  );
};

/** A microphone in a spotlight. */
const microphone: Motif = ({ w, h, s, p }) => {
  const [x, y] = [w / 2, h * 0.32];
  return (
    polygon(
      [
        [x - s * 0.12, -10],
        [x + s * 0.12, -10],
        [x + s * 0.46, h + 10],
        [x - s * 0.46, h + 10],
      ],
      mix(p.ground, p.b, 0.6),
    ) +
    rect(x - s * 0.014, y + s * 0.2, s * 0.028, h, p.a) +
    `<rect x="${n(x - s * 0.11)}" y="${n(y - s * 0.17)}" width="${n(s * 0.22)}" height="${n(s * 0.36)}" rx="${n(s * 0.11)}" fill="${p.a}"/>` +
    [0, 1, 2, 3]
      .map((slot) => rect(x - s * 0.075, y - s * 0.09 + slot * s * 0.055, s * 0.15, s * 0.018, p.ground))
      .join('') +
    stroke(
      `M${n(x - s * 0.16)} ${n(y + s * 0.04)}a${n(s * 0.16)} ${n(s * 0.2)} 0 0 0 ${n(s * 0.32)} 0`,
      s * 0.02,
      p.c,
    ) +
    ellipse(x, h * 0.98, s * 0.24, s * 0.04, p.a)
  );
};

/** Beams that search the sky. */
const searchlights: Motif = ({ w, h, s, p, int, range }) => {
  const count = int(2, 4);
  return (
    drawTimes(count, (beam) => {
      const x = (w * (beam + 0.5)) / count;
      const lean = range(-0.45, 0.45) * w;
      return polygon(
        [
          [x - s * 0.02, h * 0.86],
          [x + s * 0.02, h * 0.86],
          [x + lean + s * 0.12, -10],
          [x + lean - s * 0.12, -10],
        ],
        mix(p.ground, p.c, 0.5 + (beam % 2) * 0.2),
      );
    }) +
    drawTimes(int(3, 5), (plane) =>
      craft(w * (0.2 + plane * 0.17) + range(-8, 8), h * (0.18 + (plane % 3) * 0.1), s * 0.05, p.a),
    ) +
    path(
      `M-10 ${n(h * 0.86)}L${n(w * 0.2)} ${n(h * 0.82)}L${n(w * 0.34)} ${n(h * 0.87)}L${n(w * 0.6)} ${n(h * 0.83)}L${n(w + 10)} ${n(h * 0.88)}V${n(h + 10)}H-10Z`,
      p.b,
    )
  );
};

const craft = (x: number, y: number, size: number, fill: string) =>
  polygon(
    [
      [x, y - size],
      [x + size * 0.16, y - size * 0.2],
      [x + size, y + size * 0.25],
      [x + size * 0.14, y + size * 0.25],
      [x + size * 0.1, y + size * 0.7],
      [x + size * 0.36, y + size * 0.95],
      [x - size * 0.36, y + size * 0.95],
      [x - size * 0.1, y + size * 0.7],
      [x - size * 0.14, y + size * 0.25],
      [x - size, y + size * 0.25],
      [x - size * 0.16, y - size * 0.2],
    ],
    fill,
  );

/** A line of people on a ridge at dusk. */
const march: Motif = ({ w, h, s, p, int, range }) => {
  const count = int(5, 8);
  const ridge = (at: number) => h * (0.74 - 0.06 * Math.sin((at / w) * 4));
  const list = times(13, (step): Point => [(w * step) / 12, ridge((w * step) / 12)]);
  return (
    circle(w * range(0.3, 0.7), h * 0.56, s * 0.3, p.c) +
    drawTimes(count, (step) => {
      const x = w * (0.14 + (0.72 * step) / (count - 1));
      const foot = ridge(x) + 4;
      return (
        standing(x, foot, s * range(0.18, 0.22), p.a) +
        line([x + s * 0.03, foot - s * 0.08], [x + s * 0.055, foot - s * 0.25], s * 0.008, p.a)
      );
    }) +
    polygon([...list, [w + 10, h + 10], [-10, h + 10]], p.a) +
    drawTimes(3, (wire) =>
      stroke(
        `M-10 ${n(h * (0.84 + wire * 0.05))}Q${n(w / 2)} ${n(h * (0.87 + wire * 0.05))} ${n(w + 10)} ${n(h * (0.83 + wire * 0.05))}`,
        s * 0.006,
        p.b,
      ),
    )
  );
};

/** Flags of stripes, torn. */
const standard: Motif = ({ w, h, s, p, int, range }) => {
  const stripes = int(5, 7);
  const [top, tall] = [h * 0.16, h * 0.56];
  const pole = w / 2 - s * 0.34;
  const wave = (at: number) => Math.sin(at * 5) * s * 0.035;
  const edge = times(
    11,
    (step): Point => [pole + s * (0.76 - (step % 2) * range(0.04, 0.12)), top + (tall * step) / 10 + wave(1)],
  );
  const shape: Point[] = [
    ...times(12, (step): Point => [pole + (s * 0.76 * step) / 11, top + wave(step / 11)]),
    ...edge.slice(1),
    ...times(12, (step): Point => [pole + s * 0.7 * (1 - step / 11), top + tall + wave(1 - step / 11)]),
  ];
  return (
    clipped(
      drawTimes(stripes, (stripe) =>
        rect(
          0,
          top - s * 0.05 + ((tall + s * 0.1) * stripe) / stripes,
          w,
          (tall + s * 0.1) / stripes + 1,
          stripe % 2 ? p.b : p.a,
        ),
      ) + circle(pole + s * 0.32, top + tall / 2, s * 0.13, p.c),
      polygon(shape, '#000'),
    ) +
    rect(pole - s * 0.02, top - s * 0.06, s * 0.024, h, p.ink) +
    circle(pole - s * 0.008, top - s * 0.07, s * 0.026, p.c)
  );
};

/** A medal on its ribbon. */
const medal: Motif = ({ w, h, s, p, int }) => {
  const [x, y] = [w / 2, h * 0.62];
  return (
    polygon(
      [
        [x - s * 0.22, -10],
        [x - s * 0.06, -10],
        [x + s * 0.08, y - s * 0.2],
        [x - s * 0.04, y - s * 0.16],
      ],
      p.a,
    ) +
    polygon(
      [
        [x + s * 0.22, -10],
        [x + s * 0.06, -10],
        [x - s * 0.08, y - s * 0.2],
        [x + s * 0.04, y - s * 0.16],
      ],
      p.b,
    ) +
    polygon(starPoints(x, y, s * 0.3, s * 0.24, int(10, 16)), p.c) +
    circle(x, y, s * 0.18, p.ground) +
    polygon(starPoints(x, y, s * 0.14, s * 0.058, 5), p.a)
  );
};

/** A field of poppies. */
const poppies: Motif = ({ w, h, s, p, range, int }) => {
  const rows = 4;
  return (
    circle(w * range(0.35, 0.65), h * 0.24, s * 0.12, p.c) +
    drawTimes(rows, (row) => {
      const base = h * (0.5 + row * 0.15);
      const size = s * (0.035 + row * 0.02);
      const count = int(7, 9) - row;
      return (
        rect(0, base, w, h, mix(p.ground, p.b, 0.45 + row * 0.15)) +
        drawTimes(count, (flower) => {
          const x = (w * (flower + 0.5)) / count + range(-0.3, 0.3) * size * 3;
          const y = base - size * range(0.6, 1.6);
          return (
            line([x, y], [x, base + size], size * 0.14, p.ink) +
            circle(x - size * 0.36, y, size * 0.6, p.a) +
            circle(x + size * 0.36, y, size * 0.6, p.a) +
            circle(x, y + size * 0.25, size * 0.5, p.a) +
            circle(x, y, size * 0.24, p.ink)
          );
        })
      );
    })
  );
};

/** A spoked wheel from the side. */
const wheel: Motif = ({ w, h, s, p, int, range }) => {
  const [x, y] = [w / 2, h / 2];
  const spokes = int(8, 14);
  return (
    rect(0, y + s * 0.42, w, s * 0.02, p.b) +
    ring(x, y, s * 0.38, s * 0.075, p.a) +
    turned(
      drawTimes(spokes, (spoke) => line([x, y], pointAt(x, y, s * 0.36, (360 / spokes) * spoke), s * 0.016, p.b)),
      range(0, 40),
      x,
      y,
    ) +
    circle(x, y, s * 0.1, p.a) +
    circle(x, y, s * 0.045, p.c)
  );
};

/** A boxing ring from above. */
const arena: Motif = ({ w, h, s, p, range }) => {
  const [x, y, half] = [w / 2, h / 2, s * 0.3];
  const turn = range(-20, 20);
  return turned(
    [0.44, 0.4, 0.36]
      .map(
        (size, step) =>
          `<rect x="${n(x - s * size)}" y="${n(y - s * size)}" width="${n(s * size * 2)}" height="${n(s * size * 2)}" fill="none" stroke="${[p.b, p.a, p.b][step]}" stroke-width="${n(s * 0.014)}"/>`,
      )
      .join('') +
      rect(x - half, y - half, half * 2, half * 2, p.a) +
      circle(x, y, half * 0.5, p.ground) +
      circle(x - half * 0.62, y + half * 0.62, half * 0.2, p.c) +
      circle(x + half * 0.62, y - half * 0.62, half * 0.2, p.ink),
    turn,
    x,
    y,
  );
};

export const music = { record, keys, bars, microphone };
export const war = { searchlights, march, standard, medal, poppies };
export const sport = { arena, wheel, medal };
