import { type Brush, drawTimes, type Motif, times } from '../brush.ts';
import { mix } from '../colour/colour.ts';
import {
  circle,
  clipped,
  ellipse,
  glow,
  line,
  n,
  type Point,
  path,
  pointAt,
  polygon,
  polyline,
  rect,
  ring,
  starPoints,
  turned,
} from '../draw.ts';

const arch = (x: number, foot: number, wide: number, tall: number, fill: string) =>
  path(
    `M${n(x - wide / 2)} ${n(foot)}V${n(foot - tall + wide / 2)}A${n(wide / 2)} ${n(wide / 2)} 0 0 1 ${n(x + wide / 2)} ${n(foot - tall + wide / 2)}V${n(foot)}Z`,
    fill,
  );

/** Arches inside arches with a light at the end. */
const arches: Motif = ({ w, h, s, p, int, range }) => {
  const count = int(4, 6);
  const colours = [p.b, p.a, mix(p.b, p.ground, 0.4), p.a, p.b];
  return (
    drawTimes(count, (step) =>
      arch(
        w / 2,
        h + 4,
        s * 0.92 * (1 - step / (count + 0.6)),
        h * 0.93 * (1 - step / (count + 1.4)),
        step === count - 1 ? p.ground : (colours[step % 5] ?? p.a),
      ),
    ) + circle(w / 2, h * range(0.72, 0.8), s * 0.06, p.c)
  );
};

/** Columns in a row. */
const colonnade: Motif = ({ w, h, s, p, int, range }) => {
  const count = w > h * 1.2 ? 7 : int(3, 5);
  const gap = w / count;
  const floor = h * 0.88;
  return (
    circle(w * range(0.3, 0.7), h * 0.5, s * 0.2, p.c) +
    rect(0, floor, w, h, p.b) +
    drawTimes(count + 1, (step) => {
      const x = gap * step;
      const wide = gap * 0.3;
      return (
        rect(x - wide / 2, h * 0.3, wide, floor - h * 0.3, p.a) +
        [0.22, 0.5, 0.78]
          .map((at) => rect(x - wide / 2 + wide * at - 1.5, h * 0.33, 3, floor - h * 0.36, p.ground))
          .join('') +
        rect(x - wide * 0.75, h * 0.27, wide * 1.5, h * 0.035, p.a) +
        rect(x - wide * 0.75, floor - h * 0.025, wide * 1.5, h * 0.035, p.a)
      );
    }) +
    rect(0, h * 0.16, w, h * 0.11, p.a) +
    drawTimes(count * 3, (step) =>
      rect((w / (count * 3)) * (step + 0.25), h * 0.19, (w / (count * 3)) * 0.5, h * 0.05, p.b),
    )
  );
};

/** A fortress against the sky. */
const castle: Motif = ({ w, h, s, p, range, int }) => {
  const foot = h * 0.92;
  const tower = (x: number, wide: number, tall: number, fill: string, isPointed: boolean) => {
    const top = foot - tall;
    const merlons = drawTimes(4, (step) =>
      rect(x - wide * 0.6 + step * wide * 0.34, top - wide * 0.18, wide * 0.18, wide * 0.2, fill),
    );
    return (
      rect(x - wide / 2, top, wide, tall + 4, fill) +
      rect(x - wide * 0.6, top, wide * 1.2, wide * 0.2, fill) +
      (isPointed
        ? polygon(
            [
              [x - wide * 0.66, top],
              [x, top - wide * 1.4],
              [x + wide * 0.66, top],
            ],
            p.c,
          ) + line([x, top - wide * 1.4], [x, top - wide * 1.75], s * 0.006, fill)
        : merlons) +
      arch(x, top + wide * 0.9, wide * 0.2, wide * 0.45, p.ground)
    );
  };
  return (
    circle(w * range(0.35, 0.65), h * 0.36, s * range(0.2, 0.28), mix(p.ground, p.c, 0.55)) +
    tower(w / 2 - s * 0.29, s * 0.13, s * range(0.4, 0.5), p.b, true) +
    tower(w / 2 + s * 0.3, s * 0.14, s * range(0.36, 0.46), p.b, int(0, 1) === 1) +
    tower(w / 2 - s * 0.1, s * 0.16, s * range(0.56, 0.66), p.a, true) +
    tower(w / 2 + s * 0.13, s * 0.13, s * range(0.46, 0.54), p.a, false) +
    rect(w / 2 - s * 0.36, foot - s * 0.2, s * 0.74, s * 0.2 + 4, p.a) +
    arch(w / 2 + s * 0.01, foot + 2, s * 0.12, s * 0.16, p.ground) +
    rect(0, foot, w, h, p.b)
  );
};

/** A moon and stars, connected as a constellation. */
const constellation: Motif = ({ w, h, s, p, range, int, random }) => {
  const count = int(6, 8);
  const list = times(
    count,
    (step): Point => [
      w * (0.14 + (0.72 * step) / (count - 1)) + range(-0.05, 0.05) * w,
      h * (0.5 + 0.24 * Math.sin(step * 1.7 + range(0, 1))),
    ],
  );
  return (
    drawTimes(46, () => circle(random() * w, random() * h, range(0.8, 2.4), mix(p.ground, p.ink, 0.7))) +
    ring(w / 2, h / 2, s * 0.44, s * 0.006, p.b) +
    ring(w / 2, h / 2, s * 0.41, s * 0.003, p.b) +
    polyline(list, s * 0.006, p.a) +
    list
      .map(([x, y], step) =>
        polygon(
          starPoints(x, y, s * (step === 2 ? 0.075 : 0.042), s * (step === 2 ? 0.022 : 0.014), 4),
          step === 2 ? p.c : p.a,
        ),
      )
      .join('')
  );
};

/** A crescent with hanging ornaments. */
const crescent: Motif = ({ w, h, s, p, range, int }) => {
  const [x, y, radius] = [w / 2, h * 0.46, s * 0.32];
  const angle = range(-30, 20);
  const [ox, oy] = pointAt(x, y, radius * 0.5, angle);
  const stars = int(3, 5);
  const id = circle(x, y, radius, p.a);
  return (
    glow(x, y, s * 0.6, p.b, 0.8) +
    id +
    clipped(circle(ox, oy, radius * 0.86, mix(p.ground, p.b, 0.42)), circle(x, y, radius + 1, '#000')) +
    drawTimes(stars, (step) => {
      const sx = x + (step - (stars - 1) / 2) * s * 0.17 + s * 0.04;
      const long = h * range(0.12, 0.44);
      return (
        line([sx, -5], [sx, long], s * 0.005, p.ink) +
        polygon(starPoints(sx, long + s * 0.035, s * 0.045, s * 0.019, 5), p.c)
      );
    })
  );
};

/** A crystal of many faces. */
const crystal: Motif = ({ w, h, s, p, range }) => {
  const [x, y] = [w / 2, h / 2];
  const [wide, tall] = [s * range(0.2, 0.26), s * 0.44];
  const shoulder = tall * range(0.35, 0.5);
  const top: Point = [x, y - tall];
  const foot: Point = [x, y + tall];
  const left: Point[] = [
    [x - wide, y - shoulder],
    [x - wide * 0.9, y + shoulder],
  ];
  const inner: Point[] = [
    [x - wide * 0.28, y - shoulder * 0.8],
    [x + wide * 0.2, y + shoulder * 0.9],
  ];
  const right: Point[] = [
    [x + wide, y - shoulder],
    [x + wide * 0.9, y + shoulder],
  ];
  const at = (list: Point[], position: number): Point => list[position] ?? [x, y];
  return (
    drawTimes(12, (step) =>
      polygon(
        [[x, y], pointAt(x, y, s * 0.62, step * 30 - 5), pointAt(x, y, s * 0.62, step * 30 + 5)],
        mix(p.ground, p.b, 0.55),
      ),
    ) +
    polygon([top, at(left, 0), at(inner, 0)], p.a) +
    polygon([top, at(inner, 0), at(right, 0)], p.ink) +
    polygon([at(left, 0), at(inner, 0), at(inner, 1), at(left, 1)], p.b) +
    polygon([at(inner, 0), at(right, 0), at(right, 1), at(inner, 1)], p.a) +
    polygon([at(left, 1), at(inner, 1), foot], mix(p.b, p.ground, 0.35)) +
    polygon([at(inner, 1), at(right, 1), foot], p.c)
  );
};

/** A blade before a sun. */
const blade: Motif = ({ w, h, s, p, range }) => {
  const x = w / 2;
  const [top, hilt] = [h * 0.08, h * 0.66];
  const wide = s * 0.055;
  return (
    circle(x, h * range(0.4, 0.48), s * 0.34, p.b) +
    ring(x, h * 0.44, s * 0.42, s * 0.006, p.c) +
    polygon(
      [
        [x, top],
        [x + wide, top + s * 0.09],
        [x + wide, hilt],
        [x, hilt],
      ],
      p.a,
    ) +
    polygon(
      [
        [x, top],
        [x - wide, top + s * 0.09],
        [x - wide, hilt],
        [x, hilt],
      ],
      mix(p.a, p.ink, 0.5),
    ) +
    path(
      `M${n(x - s * 0.2)} ${n(hilt - s * 0.02)}Q${n(x)} ${n(hilt + s * 0.035)} ${n(x + s * 0.2)} ${n(hilt - s * 0.02)}V${n(hilt + s * 0.035)}Q${n(x)} ${n(hilt + s * 0.08)} ${n(x - s * 0.2)} ${n(hilt + s * 0.035)}Z`,
      p.c,
    ) +
    rect(x - s * 0.025, hilt + s * 0.05, s * 0.05, s * 0.17, p.ink) +
    circle(x, hilt + s * 0.24, s * 0.045, p.c)
  );
};

const crown: Motif = ({ w, h, s, p, int, chance }: Brush) => {
  const [x, y] = [w / 2, h * 0.54];
  const spikes = chance(0.5) ? 5 : 3;
  const wide = s * 0.62;
  const list: Point[] = [[x - wide / 2, y + s * 0.2]];
  for (let step = 0; step < spikes * 2 - 1; step++) {
    list.push([
      x - wide * 0.56 + (wide * 1.12 * step) / (spikes * 2 - 2),
      step % 2 ? y + s * 0.03 : y - s * (step === spikes - 1 ? 0.28 : 0.2),
    ]);
  }
  list.push([x + wide / 2, y + s * 0.2]);
  return (
    drawTimes(int(20, 28), (step) =>
      line(pointAt(x, y, s * 0.42, step * 15), pointAt(x, y, s * 0.5, step * 15), s * 0.008, p.b),
    ) +
    polygon(list, p.a) +
    list
      .slice(1, -1)
      .map(([px, py], step) => (step % 2 ? '' : circle(px, py - s * 0.03, s * 0.034, p.c)))
      .join('') +
    rect(x - wide / 2, y + s * 0.22, wide, s * 0.07, p.a) +
    [-1, 0, 1]
      .map((step) => ellipse(x + step * s * 0.18, y + s * 0.12, s * 0.028, s * 0.04, step === 0 ? p.c : p.b))
      .join('') +
    turned('', 0, 0, 0)
  );
};

/** Banners in ranks. */
const banners: Motif = ({ w, h, s, p, int, range }) => {
  const count = w > h * 1.2 ? 7 : int(3, 5);
  const gap = w / count;
  return (
    rect(0, h * 0.9, w, h * 0.1, p.b) +
    drawTimes(count, (step) => {
      const x = gap * (step + 0.5);
      const [top, tall, wide] = [h * range(0.1, 0.2), h * range(0.42, 0.54), gap * 0.62];
      const fill = step % 2 ? p.b : p.a;
      return (
        rect(x - wide / 2 - s * 0.012, top - s * 0.03, s * 0.012, h, p.ink) +
        polygon(
          [
            [x - wide / 2, top],
            [x + wide / 2, top],
            [x + wide / 2, top + tall],
            [x, top + tall - wide * 0.35],
            [x - wide / 2, top + tall],
          ],
          fill,
        ) +
        circle(x, top + tall * 0.36, wide * 0.24, p.c) +
        circle(x, top + tall * 0.36, wide * 0.12, fill)
      );
    })
  );
};

export const fantasy = { castle, constellation, crescent, crystal, blade, arches, crown };
export const history = { arches, colonnade, banners, crown, blade, castle };
