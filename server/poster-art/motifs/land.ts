import { type Brush, drawTimes, type Motif, times } from '../brush.ts';
import { mix } from '../colour/colour.ts';
import { circle, glow, gradient, line, n, type Point, path, polygon, rect, ring, smooth, stroke } from '../draw.ts';

/** A ridge of peaks from the left edge to the right, closed along the bottom. */
function ridge({ w, h, range }: Brush, base: number, tall: number, peaks: number, fill: string): string {
  const list: Point[] = [[-10, h + 10]];
  for (let step = 0; step <= peaks * 2; step++) {
    const isPeak = step % 2 === 1;
    list.push([
      (w * step) / (peaks * 2) + range(-0.2, 0.2) * (w / peaks) * (step % (peaks * 2) === 0 ? 0 : 1),
      base - (isPeak ? tall * range(0.55, 1) : tall * range(0, 0.3)),
    ]);
  }
  return polygon([...list, [w + 10, base], [w + 10, h + 10]], fill);
}

function dune({ w, h, range }: Brush, base: number, tall: number, fill: string): string {
  const list = times(6, (step): Point => [(w * (step - 0.25)) / 4.5, base + range(-tall, tall)]);
  return path(`${smooth(list)}L${n(w + 60)} ${n(h + 10)}L-60 ${n(h + 10)}Z`, fill);
}

const sun = ({ w, h, s, p, range }: Brush, low: number, high: number): string =>
  circle(w * range(0.28, 0.72), h * range(low, high), s * range(0.13, 0.22), p.c);

const mountains: Motif = (brush) => {
  const { h, p, int } = brush;
  const layers = int(3, 5);
  return (
    sun(brush, 0.22, 0.42) +
    drawTimes(layers, (layer) => {
      const near = layer / (layers - 1);
      return ridge(
        brush,
        h * (0.62 + near * 0.34),
        h * (0.4 - near * 0.17),
        int(2, 4),
        mix(mix(p.ground, p.b, 0.75), p.a, near),
      );
    })
  );
};

const dunes: Motif = (brush) => {
  const { h, p, int, range } = brush;
  const layers = int(4, 6);
  return (
    sun(brush, 0.2, 0.36) +
    drawTimes(layers, (layer) =>
      dune(brush, h * (0.44 + layer * (0.5 / layers)), h * range(0.03, 0.09), mix(p.b, p.a, layer / (layers - 1))),
    )
  );
};

/** A road into the distance. */
const road: Motif = (brush) => {
  const { w, h, s, p, range } = brush;
  const horizon = h * range(0.42, 0.52);
  const vanish = w * range(0.42, 0.58);
  const half = w * 0.36;
  const dash = (from: number, to: number) => {
    const at = (share: number) => horizon + (h - horizon) * share;
    const wide = (share: number) => w * 0.028 * share;
    return polygon(
      [
        [vanish + (w / 2 - vanish) * from - wide(from), at(from)],
        [vanish + (w / 2 - vanish) * from + wide(from), at(from)],
        [vanish + (w / 2 - vanish) * to + wide(to), at(to)],
        [vanish + (w / 2 - vanish) * to - wide(to), at(to)],
      ],
      p.c,
    );
  };
  return (
    glow(vanish, horizon, s * 0.6, p.c, 0.35) +
    circle(vanish, horizon - s * range(0, 0.05), s * range(0.16, 0.24), p.c) +
    ridge(brush, horizon + 4, h * 0.13, 4, mix(p.ground, p.b, 0.8)) +
    rect(0, horizon, w, h, p.b) +
    polygon(
      [
        [vanish - 3, horizon],
        [vanish + 3, horizon],
        [w / 2 + half, h],
        [w / 2 - half, h],
      ],
      p.a,
    ) +
    [
      [0.06, 0.11],
      [0.17, 0.27],
      [0.36, 0.52],
      [0.66, 0.95],
    ]
      .map(([from = 0, to = 0]) => dash(from, to))
      .join('')
  );
};

/** Table mountains in the evening. */
const mesas: Motif = (brush) => {
  const { w, h, p, range, int } = brush;
  const mesa = (x: number, top: number, wide: number, fill: string) =>
    polygon(
      [
        [x - wide * 0.5, top],
        [x + wide * 0.5, top + range(-6, 6)],
        [x + wide * 0.56, top + h * 0.1],
        [x + wide * 0.9, h],
        [x - wide * 0.9, h],
        [x - wide * 0.58, top + h * 0.12],
      ],
      fill,
    );
  return (
    sun(brush, 0.25, 0.4) +
    drawTimes(int(2, 3), (step) =>
      mesa(
        w * (0.15 + step * 0.36 + range(-0.05, 0.05)),
        h * range(0.42, 0.52),
        w * range(0.14, 0.24),
        mix(p.ground, p.b, 0.7),
      ),
    ) +
    mesa(w * range(0.68, 0.85), h * range(0.5, 0.58), w * 0.26, p.b) +
    dune(brush, h * 0.84, h * 0.02, p.a) +
    drawTimes(int(1, 2), (step) =>
      cactus(w * (0.2 + step * 0.16 + range(0, 0.08)), h * 0.86, h * range(0.13, 0.2), p.a),
    )
  );
};

function cactus(x: number, foot: number, tall: number, colour: string): string {
  const width = tall * 0.13;
  const arm = (side: number, at: number) =>
    stroke(`M${n(x)} ${n(foot - tall * at)}h${n(side * tall * 0.22)}v${n(-tall * 0.26)}`, width * 0.8, colour, 'round');
  return stroke(`M${n(x)} ${n(foot + 8)}V${n(foot - tall)}`, width, colour, 'round') + arm(-1, 0.4) + arm(1, 0.55);
}

/** Lines of equal height on a map, with a camp. */
const contours: Motif = ({ w, h, s, p, range, int }) => {
  const [x, y] = [w * range(0.35, 0.65), h * range(0.38, 0.6)];
  const wobble = times(9, () => range(0.72, 1.25));
  const count = int(9, 12);
  return (
    drawTimes(count, (level) => {
      const radius = s * 0.62 * ((count - level) / count);
      const list = times(10, (step): Point => {
        const angle = (step / 9) * Math.PI * 2;
        const reach = radius * ((wobble[step % 9] ?? 1) * (0.55 + 0.45 * (1 - level / count)) + 0.3 * (level / count));
        return [x + Math.cos(angle) * reach * 1.05, y + Math.sin(angle) * reach];
      });
      const d = `${smooth(list)}Z`;
      return level % 4 === 3
        ? path(d, level > count / 2 ? p.b : mix(p.ground, p.b, 0.4)) + stroke(d, s * 0.008, p.a)
        : stroke(d, s * 0.006, p.a);
    }) +
    polygon(
      [
        [x, y - s * 0.06],
        [x + s * 0.055, y + s * 0.035],
        [x - s * 0.055, y + s * 0.035],
      ],
      p.c,
    )
  );
};

/** Fir trees in front of a large moon. */
const pines: Motif = (brush) => {
  const { w, h, s, p, range } = brush;
  const fir = (x: number, foot: number, tall: number, fill: string) =>
    drawTimes(3, (tier) => {
      const top = foot - tall + tier * tall * 0.24;
      const wide = tall * (0.13 + tier * 0.06);
      return polygon(
        [
          [x, top],
          [x + wide, top + tall * 0.42],
          [x - wide, top + tall * 0.42],
        ],
        fill,
      );
    }) + rect(x - tall * 0.02, foot - tall * 0.12, tall * 0.04, tall * 0.12, fill);
  const row = (foot: number, tall: number, gap: number, fill: string) =>
    drawTimes(Math.ceil(w / gap) + 2, (step) =>
      fir((step - 0.5) * gap + range(-0.25, 0.25) * gap, foot, tall * range(0.7, 1.15), fill),
    ) + rect(0, foot - 2, w, h, fill);
  return (
    circle(w * range(0.4, 0.6), h * 0.36, s * range(0.24, 0.32), p.c) +
    row(h * 0.74, h * 0.3, s * 0.13, mix(p.ground, p.b, 0.8)) +
    row(h * 0.96, h * 0.42, s * 0.19, p.a)
  );
};

/** One peak with a flag, a shaded side and clouds. */
const summit: Motif = ({ w, h, s, p, range }) => {
  const [x, top, foot] = [w * range(0.42, 0.58), h * range(0.2, 0.28), h * 1.02];
  const wide = s * 0.62;
  const ragged = times(
    5,
    (step): Point => [x + (step % 2 ? 0.06 : -0.035) * s + step * s * 0.012, top + ((foot - top) * (step + 1)) / 6],
  );
  return (
    ring(x, top + s * 0.12, s * 0.36, s * 0.012, p.b) +
    circle(x + s * 0.2, top + s * 0.02, s * 0.09, p.c) +
    polygon(
      [
        [x, top],
        [x + wide, foot],
        [x - wide, foot],
      ],
      p.a,
    ) +
    polygon([[x, top], ...ragged, [x + s * 0.05, foot], [x - wide, foot]], p.b) +
    polygon(
      [
        [x, top],
        [x + s * 0.1, top + s * 0.2],
        [x + s * 0.03, top + s * 0.15],
        [x - s * 0.02, top + s * 0.21],
        [x - s * 0.07, top + s * 0.14],
        [x - s * 0.09, top + s * 0.185],
      ],
      p.ink,
    ) +
    line([x, top], [x, top - s * 0.1], s * 0.007, p.ink) +
    polygon(
      [
        [x, top - s * 0.1],
        [x + s * 0.075, top - s * 0.075],
        [x, top - s * 0.05],
      ],
      p.c,
    )
  );
};

/** Flat hills, one tree, a big sky. */
const meadow: Motif = (brush) => {
  const { w, h, s, p, range } = brush;
  const [x, foot] = [w * range(0.3, 0.7), h * 0.7];
  return (
    gradient(p.ground, mix(p.ground, p.c, 0.55), 90, (fill) => rect(0, 0, w, h, fill)) +
    circle(w - x, h * 0.34, s * 0.12, p.c) +
    dune(brush, h * 0.7, h * 0.02, p.b) +
    rect(x - s * 0.012, foot - s * 0.26, s * 0.024, s * 0.3, p.a) +
    circle(x, foot - s * 0.3, s * 0.14, p.a) +
    circle(x - s * 0.1, foot - s * 0.22, s * 0.085, p.a) +
    circle(x + s * 0.1, foot - s * 0.24, s * 0.095, p.a) +
    dune(brush, h * 0.86, h * 0.025, mix(p.b, p.a, 0.5)) +
    dune(brush, h * 0.97, h * 0.02, p.a)
  );
};

export const land = { mountains, dunes, road, mesas, contours, pines, summit, meadow };
