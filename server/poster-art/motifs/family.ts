import { type Brush, drawTimes, type Motif, times } from '../brush.ts';
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
  starPoints,
  stroke,
  turned,
} from '../draw.ts';
import { tiles } from './comedy.ts';

const balloons: Motif = ({ w, h, s, p, int, range }) => {
  const count = int(4, 6);
  const knot: Point = [w / 2, h * 0.94];
  const colours = [p.a, p.c, p.b, p.a, p.c, p.b];
  const list = times(
    count,
    (step): Point => [
      w / 2 + (step - (count - 1) / 2) * s * 0.17,
      h * (0.24 + 0.13 * ((step * 7) % 3)) + range(-10, 10),
    ],
  );
  return (
    list
      .map(([x, y]) =>
        stroke(`M${n(x)} ${n(y + s * 0.13)}Q${n(x)} ${n(h * 0.7)} ${n(knot[0])} ${n(knot[1])}`, s * 0.005, p.ink),
      )
      .join('') +
    list
      .map(
        ([x, y], step) =>
          ellipse(x, y, s * 0.11, s * 0.135, colours[step] ?? p.a) +
          polygon(
            [
              [x - s * 0.018, y + s * 0.15],
              [x + s * 0.018, y + s * 0.15],
              [x, y + s * 0.125],
            ],
            colours[step] ?? p.a,
          ) +
          ellipse(x - s * 0.038, y - s * 0.045, s * 0.018, s * 0.032, p.ground),
      )
      .join('')
  );
};

/** Hills, clouds and a sun from a picture book. */
const hills: Motif = ({ w, h, s, p, range, int }) => {
  const cloud = (x: number, y: number, size: number) =>
    circle(x, y, size, p.ink) +
    circle(x + size * 1.1, y + size * 0.2, size * 0.75, p.ink) +
    circle(x - size * 1.1, y + size * 0.25, size * 0.65, p.ink) +
    rect(x - size * 1.1, y + size * 0.25, size * 2.2, size * 0.7, p.ink);
  const paleInk = mix(p.ground, '#ffffff', 0.6);
  const pale = (x: number, y: number, size: number) => cloud(x, y, size).replaceAll(p.ink, paleInk);
  const rays = int(10, 14);
  const [x, y] = [w * range(0.3, 0.7), h * 0.4];
  return (
    drawTimes(rays, (step) =>
      line(pointAt(x, y, s * 0.2, (360 / rays) * step), pointAt(x, y, s * 0.26, (360 / rays) * step), s * 0.018, p.c),
    ) +
    circle(x, y, s * 0.17, p.c) +
    pale(w * range(0.12, 0.3), h * 0.2, s * 0.06) +
    pale(w * range(0.7, 0.88), h * 0.28, s * 0.05) +
    circle(w * 0.18, h * 1.1, s * 0.62, p.b) +
    circle(w * 0.86, h * 1.16, s * 0.66, p.a) +
    drawTimes(3, (step) => {
      const [tx, ty] = [w * (0.1 + step * 0.13), h * (0.7 - (step % 2) * 0.03)];
      return (
        rect(tx - s * 0.008, ty - s * 0.01, s * 0.016, s * 0.07, p.ink) +
        ellipse(tx, ty - s * 0.04, s * 0.035, s * 0.055, p.a)
      );
    })
  );
};

/** A rainbow over its own reflection. */
const rainbow: Motif = ({ w, h, s, p, int, range }) => {
  const bands = int(4, 6);
  const colours = [p.a, p.c, p.b, p.ink];
  const foot = h * range(0.6, 0.74);
  const thick = (s * 0.34) / bands;
  return (
    clipped(
      drawTimes(bands, (band) => ring(w / 2, foot, s * 0.45 - band * thick, thick + 0.6, colours[band % 4] ?? p.a)),
      rect(0, 0, w, foot, '#000'),
    ) +
    drawTimes(4, (step) =>
      rect(
        w / 2 - s * (0.47 - step * 0.09),
        foot + s * (0.035 + step * 0.055),
        s * (0.94 - step * 0.18),
        s * 0.024,
        colours[step % 4] ?? p.a,
      ),
    )
  );
};

/** A paper plane and its looping path. */
const plane: Motif = ({ w, h, s, p, chance, range }) => {
  const [x, y] = [w * 0.66, h * 0.3];
  const drawn =
    `<path d="M${n(w * 0.06)} ${n(h * 0.9)}C${n(w * 0.3)} ${n(h * range(0.5, 0.6))} ${n(w * 0.62)} ${n(h * 0.95)} ${n(w * 0.58)} ${n(h * 0.66)}S${n(w * 0.26)} ${n(h * 0.66)} ${n(w * 0.36)} ${n(h * 0.5)}S${n(w * 0.56)} ${n(h * 0.4)} ${n(x - s * 0.06)} ${n(y + s * 0.06)}" fill="none" stroke="${p.c}" stroke-width="${n(s * 0.012)}" stroke-dasharray="${n(s * 0.035)} ${n(s * 0.028)}" stroke-linecap="round"/>` +
    polygon(
      [
        [x + s * 0.22, y - s * 0.14],
        [x - s * 0.2, y + s * 0.02],
        [x - s * 0.06, y + s * 0.07],
      ],
      p.a,
    ) +
    polygon(
      [
        [x + s * 0.22, y - s * 0.14],
        [x - s * 0.06, y + s * 0.07],
        [x - s * 0.03, y + s * 0.18],
      ],
      p.b,
    ) +
    polygon(
      [
        [x + s * 0.22, y - s * 0.14],
        [x - s * 0.0, y + s * 0.09],
        [x + s * 0.12, y + s * 0.15],
      ],
      p.a,
    );
  return (
    circle(w * 0.5, h * 0.5, s * 0.41, mix(p.ground, p.b, 0.3)) +
    (chance(0.5) ? `<g transform="translate(${n(w)} 0) scale(-1 1)">${drawn}</g>` : drawn)
  );
};

/** A rocket, a trail and three stars. */
const rocket: Motif = ({ w, h, s, p, range }) => {
  const [x, y] = [w / 2, h * 0.45];
  return (
    turned(
      polygon(
        [
          [x - s * 0.07, y + s * 0.25],
          [x + s * 0.07, y + s * 0.25],
          [x, y + s * 0.5],
        ],
        p.c,
      ) +
        polygon(
          [
            [x - s * 0.1, y + s * 0.08],
            [x - s * 0.19, y + s * 0.28],
            [x - s * 0.08, y + s * 0.22],
          ],
          p.b,
        ) +
        polygon(
          [
            [x + s * 0.1, y + s * 0.08],
            [x + s * 0.19, y + s * 0.28],
            [x + s * 0.08, y + s * 0.22],
          ],
          p.b,
        ) +
        path(
          `M${n(x)} ${n(y - s * 0.34)}C${n(x + s * 0.14)} ${n(y - s * 0.2)} ${n(x + s * 0.14)} ${n(y + s * 0.08)} ${n(x + s * 0.09)} ${n(y + s * 0.24)}H${n(x - s * 0.09)}C${n(x - s * 0.14)} ${n(y + s * 0.08)} ${n(x - s * 0.14)} ${n(y - s * 0.2)} ${n(x)} ${n(y - s * 0.34)}Z`,
          p.a,
        ) +
        circle(x, y - s * 0.05, s * 0.062, p.ground) +
        circle(x, y - s * 0.05, s * 0.042, p.c),
      range(12, 34),
      x,
      y,
    ) +
    [
      [0.16, 0.2],
      [0.82, 0.16],
      [0.2, 0.68],
      [0.86, 0.62],
    ]
      .map(([sx = 0, sy = 0], step) =>
        polygon(starPoints(w * sx, h * sy, s * (0.03 + (step % 2) * 0.02), s * 0.014, 4), step % 2 ? p.c : p.b),
      )
      .join('')
  );
};

/** A machine of cogs. */
const cogs: Motif = ({ w, h, s, p, range, int }: Brush) => {
  const cog = (x: number, y: number, radius: number, teeth: number, fill: string, turn: number) =>
    drawTimes(teeth, (tooth) =>
      turned(
        rect(x - radius * 0.13, y - radius * 1.2, radius * 0.26, radius * 0.4, fill),
        (360 / teeth) * tooth + turn,
        x,
        y,
      ),
    ) +
    circle(x, y, radius, fill) +
    circle(x, y, radius * 0.42, p.ground) +
    circle(x, y, radius * 0.2, p.c);
  return (
    cog(w / 2 - s * 0.16, h * 0.4, s * 0.24, int(10, 12), p.a, range(0, 20)) +
    cog(w / 2 + s * 0.22, h * 0.63, s * 0.17, int(8, 9), p.b, range(0, 20)) +
    cog(w / 2 - s * 0.24, h * 0.82, s * 0.1, 7, p.a, range(0, 20))
  );
};

export const family = { balloons, hills, rainbow, plane, rocket, tiles, cogs };
