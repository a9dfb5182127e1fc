import { drawTimes, type Motif, times } from '../brush.ts';
import { mix } from '../colour/colour.ts';
import {
  circle,
  clipped,
  ellipse,
  glow,
  gradient,
  line,
  n,
  type Point,
  path,
  pointAt,
  polygon,
  rect,
  sector,
  smooth,
  stroke,
  turned,
} from '../draw.ts';
import { standing } from './city.ts';

const stairs: Motif = ({ w, h, s, p, range, int, chance }) => {
  const count = int(6, 9);
  const [dx, dy] = [(w * 1.02) / count, (h * 0.72) / count];
  const steps = drawTimes(count, (step) =>
    rect(step * dx, h - (step + 1) * dy, w - step * dx + 2, dy + 1, step % 2 ? p.a : p.b),
  );
  const drawn =
    circle(w * range(0.18, 0.34), h * range(0.22, 0.3), s * 0.15, p.c) +
    steps +
    standing(dx * (count - 2.5), h - (count - 2) * dy + 1, s * 0.17, p.ink);
  return chance(0.5) ? `<g transform="translate(${n(w)} 0) scale(-1 1)">${drawn}</g>` : drawn;
};

/** Light from a window on a wall. */
const window: Motif = ({ w, h, s, p, range }) => {
  const lean = range(-0.3, 0.3);
  const [x, y, wide, tall] = [w * 0.5, h * 0.46, s * 0.46, s * 0.6];
  const pane = (column: number, row: number): Point[] => {
    const [left, top] = [x - wide / 2 + (column * wide) / 2, y - tall / 2 + (row * tall) / 3];
    const shift = (at: number) => lean * (at - y);
    const [right, foot] = [left + wide / 2 - s * 0.022, top + tall / 3 - s * 0.022];
    return [
      [left + shift(top), top],
      [right + shift(top), top + s * 0.05 * lean],
      [right + shift(foot), foot + s * 0.05 * lean],
      [left + shift(foot), foot],
    ];
  };
  return (
    rect(0, h * 0.82, w, h * 0.18, p.b) +
    drawTimes(6, (cell) => polygon(pane(cell % 2, Math.floor(cell / 2)), cell === 3 ? p.c : p.a)) +
    rect(w * 0.12, h * 0.7, s * 0.016, h * 0.2, p.ink) +
    rect(w * 0.12 + s * 0.13, h * 0.7, s * 0.016, h * 0.2, p.ink) +
    rect(w * 0.12 - s * 0.01, h * 0.7, s * 0.17, s * 0.022, p.ink) +
    rect(w * 0.12, h * 0.54, s * 0.016, h * 0.18, p.ink)
  );
};

/** A row of nested doors. */
const doors: Motif = ({ w, h, p, range, int }) => {
  const count = int(5, 7);
  const [x, foot] = [w * range(0.46, 0.54), h * 0.94];
  return (
    drawTimes(count, (step) => {
      const share = (1 - step / count) ** 1.25;
      const [wide, tall] = [w * 0.92 * share, h * 0.94 * share];
      const base = foot - (h * 0.25 * step) / count;
      return rect(
        x - wide / 2,
        base - tall,
        wide,
        tall,
        step === count - 1 ? p.c : step % 2 ? p.a : mix(p.b, p.ground, step / count / 2),
      );
    }) + standing(x, foot - (h * 0.25 * (count - 1)) / count, h * 0.75 * (1 / count) ** 1.25, p.ink)
  );
};

/** A small person with a long shadow. */
const shadow: Motif = ({ w, h, s, p, range, chance }) => {
  const [x, foot, tall] = [w * range(0.42, 0.58), h * range(0.4, 0.48), s * 0.26];
  const side = chance(0.5) ? 1 : -1;
  return (
    circle(x - side * s * 0.2, h * 0.2, s * 0.11, p.c) +
    rect(0, foot - s * 0.01, w, h, p.b) +
    polygon(
      [
        [x - tall * 0.13, foot],
        [x + tall * 0.13, foot],
        [x + side * s * 0.44 + s * 0.15, h + 10],
        [x + side * s * 0.44 - s * 0.13, h + 10],
      ],
      mix(p.b, '#000000', 0.45),
    ) +
    standing(x, foot, tall, p.a)
  );
};

/** Two people far apart. */
const apart: Motif = ({ w, h, s, p, range, chance }) => {
  const ground = h * range(0.7, 0.78);
  const [left, right] = [w * 0.2, w * 0.8];
  const isGap = chance(0.5);
  return (
    sector(w / 2, ground, s * range(0.3, 0.38), 180, 360, p.c) +
    rect(0, ground, isGap ? w * 0.38 : w, h, p.b) +
    (isGap
      ? rect(w * 0.62, ground, w, h, p.b)
      : line([left, ground + s * 0.08], [right, ground + s * 0.08], s * 0.008, p.ink)) +
    standing(left, ground + s * 0.02, s * 0.44, p.a) +
    standing(right, ground + s * 0.02, s * range(0.38, 0.46), mix(p.a, p.ink, 0.35))
  );
};

/** A crowd of equal shapes and a different one. */
const crowd: Motif = ({ w, h, s, p, range, int }) => {
  const columns = w > h * 1.2 ? 11 : int(5, 7);
  const gap = w / columns;
  const rows = Math.ceil(h / (gap * 0.9)) + 1;
  const [hotColumn, hotRow] = [int(1, columns - 2), int(1, rows - 3)];
  return (
    drawTimes(rows, (row) =>
      drawTimes(columns + 1, (column) => {
        const [x, y] = [gap * (column + (row % 2 ? 0 : 0.5)), gap * 0.9 * (row + 0.6)];
        const isHot = column === hotColumn && row === hotRow;
        const fill = isHot ? p.c : row % 2 ? p.a : mix(p.a, p.b, 0.6);
        return (
          circle(x, y, gap * 0.2, fill) +
          path(
            `M${n(x - gap * 0.38)} ${n(y + gap * 0.75)}a${n(gap * 0.38)} ${n(gap * range(0.44, 0.47))} 0 0 1 ${n(gap * 0.76)} 0V${n(y + gap * 1.3)}H${n(x - gap * 0.38)}Z`,
            fill,
          )
        );
      }),
    ) + rect(0, 0, 0, s, p.a)
  );
};

/** A table laid for two seen from above. */
const table: Motif = ({ w, h, s, p, range, int }) => {
  const [x, y] = [w / 2, h / 2];
  const plate = (px: number, py: number, fill: string) =>
    circle(px, py, s * 0.13, p.ink) + circle(px, py, s * 0.115, p.ground) + circle(px, py, s * 0.075, fill);
  const fork = (fx: number, fy: number) => rect(fx, fy - s * 0.09, s * 0.014, s * 0.18, p.ink);
  return (
    turned(
      drawTimes(int(7, 9), (step) => rect(-w, y + (step - 4) * s * 0.13, w * 3, s * 0.055, mix(p.ground, p.b, 0.55))),
      range(-30, 30),
      x,
      y,
    ) +
    circle(x, y, s * 0.42, p.a) +
    plate(x, y - s * 0.22, p.c) +
    plate(x, y + s * 0.22, p.b) +
    fork(x - s * 0.19, y - s * 0.22) +
    fork(x + s * 0.18, y + s * 0.22) +
    circle(x + s * 0.24, y - s * 0.03, s * 0.045, p.c) +
    circle(x - s * 0.24, y + s * 0.02, s * 0.045, p.ground)
  );
};

/** One line that wanders across the picture. */
const thread: Motif = ({ w, h, s, p, range, int }) => {
  const loops = int(3, 5);
  const list = times(loops * 4 + 3, (step): Point => {
    const along = step / (loops * 4 + 2);
    const [lx, ly] = pointAt(0, 0, s * range(0.12, 0.24), step * 118);
    return [w * (-0.05 + 1.1 * along) + lx, h * 0.5 + ly * 1.25];
  });
  const at = (position: number): Point => list[position] ?? [0, 0];
  let d = `M${at(0).map(n).join(' ')}`;
  for (let step = 1; step < list.length - 1; step++) {
    const [from, to] = [at(step), at(step + 1)];
    d += `Q${from.map(n).join(' ')} ${n((from[0] + to[0]) / 2)} ${n((from[1] + to[1]) / 2)}`;
  }
  return (
    circle(w * range(0.3, 0.7), h * range(0.35, 0.65), s * 0.27, p.b) +
    stroke(d, s * 0.028, p.a, 'round') +
    circle(...pointAt(w / 2, h / 2, s * 0.3, range(0, 360)), s * 0.05, p.c)
  );
};

/** A hill town with one lit window. */
const chairs: Motif = ({ w, h, s, p, range, chance }) => {
  const floor = h * 0.76;
  const chair = (x: number, side: number, fill: string) =>
    rect(x - s * 0.09, floor - s * 0.17, s * 0.18, s * 0.026, fill) +
    rect(x - s * 0.085, floor - s * 0.16, s * 0.02, s * 0.17, fill) +
    rect(x + s * 0.065, floor - s * 0.16, s * 0.02, s * 0.17, fill) +
    rect(x + side * s * 0.075 - s * 0.01, floor - s * 0.4, s * 0.02, s * 0.25, fill) +
    rect(x + side * s * 0.075 - s * 0.01 - (side > 0 ? 0 : 0), floor - s * 0.4, s * 0.02, s * 0.1, fill);
  const isFallen = chance(0.4);
  const right = chair(w * 0.5 + s * 0.26, 1, p.a);
  return (
    glow(w / 2, h * 0.26, s * 0.5, p.c, 0.5) +
    rect(0, floor, w, h, p.b) +
    stroke(`M${n(w / 2)} -10V${n(h * 0.2)}`, s * 0.01, p.ink) +
    sector(w / 2, h * 0.28, s * range(0.11, 0.15), 180, 360, p.c) +
    chair(w * 0.5 - s * 0.26, -1, p.a) +
    (isFallen ? turned(right, 92, w * 0.5 + s * 0.34, floor - s * 0.03) : right) +
    rect(w / 2 - s * 0.13, floor - s * 0.25, s * 0.26, s * 0.024, p.ink) +
    rect(w / 2 - s * 0.011, floor - s * 0.25, s * 0.022, s * 0.25, p.ink)
  );
};

/** Two facing profiles that form a cup. */
const vessel: Motif = ({ w, h, s, p }) => {
  const [x, y] = [w / 2, h / 2];
  const side = (way: number) =>
    `C${n(x + way * s * 0.3)} ${n(y - s * 0.3)} ${n(x + way * s * 0.27)} ${n(y - s * 0.2)} ${n(x + way * s * 0.15)} ${n(y - s * 0.1)}L${n(x + way * s * 0.19)} ${n(y - s * 0.02)}L${n(x + way * s * 0.13)} ${n(y + s * 0.02)}C${n(x + way * s * 0.2)} ${n(y + s * 0.12)} ${n(x + way * s * 0.12)} ${n(y + s * 0.16)} ${n(x + way * s * 0.1)} ${n(y + s * 0.24)}C${n(x + way * s * 0.1)} ${n(y + s * 0.34)} ${n(x + way * s * 0.3)} ${n(y + s * 0.34)} ${n(x + way * s * 0.32)} ${n(y + s * 0.46)}`;
  const cup = `M${n(x + s * 0.34)} ${n(y - s * 0.46)}${side(1)}H${n(x - s * 0.32)}`;
  const mirrored = `M${n(x - s * 0.34)} ${n(y - s * 0.46)}${side(-1)}H${n(x)}V${n(y - s * 0.46)}Z`;
  return (
    rect(0, 0, x, h, p.b) +
    rect(x, 0, w, h, mix(p.b, p.ground, 0.5)) +
    clipped(path(`${cup}V${n(y - s * 0.46)}Z`, p.a), rect(x - 0.5, 0, w, h, '#000')) +
    path(mirrored, p.a) +
    circle(x, y - s * 0.28, s * 0.05, p.c)
  );
};

/** A bent tree with its last leaves in front of the sun. */
const bough: Motif = ({ w, h, s, p, range, chance }) => {
  const side = chance(0.5) ? 1 : -1;
  const at = (dx: number, dy: number): Point => [w / 2 + side * dx * s, h * 0.5 + dy * s];
  const branch = (list: Point[], width: number) => stroke(smooth(list), width * s, p.a, 'round');
  const trunk = [at(-0.26, 0.7), at(-0.2, 0.36), at(-0.02, 0.14), at(0.02, -0.06), at(0.2, -0.2), at(0.42, -0.2)];
  const twigs = [
    [at(-0.02, 0.14), at(-0.18, 0.02), at(-0.34, 0)],
    [at(0.02, -0.06), at(-0.06, -0.2), at(-0.2, -0.28)],
    [at(0.2, -0.2), at(0.3, -0.32), at(0.32, -0.42)],
    [at(0.02, -0.02), at(0.2, 0.02), at(0.32, -0.02)],
  ];
  const leaf = ([x, y]: Point, step: number) => {
    const [lx, ly] = [x + range(-0.03, 0.03) * s, y + range(-0.045, 0.045) * s];
    return turned(ellipse(lx, ly, s * 0.05, s * 0.021, step % 3 === 0 ? p.ink : p.b), range(-70, 70), lx, ly);
  };
  return (
    gradient(p.c, mix(p.c, p.ground, 0.4), 90, (fill) => circle(...at(0.02, -0.08), s * 0.3, fill)) +
    branch(trunk, 0.034) +
    twigs.map((twig) => branch(twig, 0.016)).join('') +
    twigs
      .flatMap((twig) => [...twig.slice(1), ...twig.slice(2)])
      .map(leaf)
      .join('') +
    [at(0.42, -0.2), at(0.36, -0.2), at(0.45, -0.17)].map(leaf).join('')
  );
};

export const drama = { stairs, window, doors, shadow, apart, crowd, table, thread, chairs, bough };
export const figures = { shadow, apart, crowd, stairs, doors, vessel };
