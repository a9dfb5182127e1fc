import { drawTimes, type Motif } from '../brush.ts';
import { circle, clipped, line, n, path, polygon, rect, ring, sector, starPoints, stroke, turned } from '../draw.ts';

/** Quarter discs, dots and stripes on a grid, like building blocks. */
const tiles: Motif = ({ w, h, s, p, int, pick, chance }) => {
  const size = s / int(3, 4);
  const [columns, rows] = [Math.ceil(w / size), Math.ceil(h / size)];
  const colours = [p.a, p.b, p.c, p.ground] as const;
  return drawTimes(columns * rows, (cell) => {
    const [x, y] = [(cell % columns) * size, Math.floor(cell / columns) * size];
    const paper = colours[(cell * 7 + Math.floor(cell / columns)) % 4] ?? p.a;
    const ink = pick(colours.filter((colour) => colour !== paper) as [string, ...string[]]);
    const turn = int(0, 3);
    const [cx, cy] = [x + size / 2, y + size / 2];
    const shape = pick([
      () => sector(x, y, size, 0, 90, ink),
      () => sector(x, y, size, 0, 90, ink) + sector(x, y, size * 0.5, 0, 90, paper),
      () => circle(cx, cy, size * 0.34, ink),
      () => sector(cx, y, size / 2, 0, 180, ink) + sector(cx, y + size / 2, size / 2, 0, 180, ink),
      () => [0, 1, 2].map((bar) => rect(x, y + size * (0.1 + bar * 0.33), size, size * 0.16, ink)).join(''),
      () =>
        polygon(
          [
            [x, y],
            [x + size, y],
            [x, y + size],
          ],
          ink,
        ),
    ])();
    return (
      rect(x, y, size + 0.5, size + 0.5, paper) +
      turned(shape, turn * 90, cx, cy) +
      (chance(0.1) ? circle(cx, cy, size * 0.12, p.ink) : '')
    );
  });
};

/** A face of three shapes. */
const face: Motif = ({ w, h, s, p, range, chance }) => {
  const [x, y, radius] = [w / 2, h / 2, s * 0.4];
  const wink = chance(0.4);
  return (
    circle(x, y, radius, p.a) +
    clipped(rect(x, 0, w, h, p.b), circle(x, y, radius, '#000')) +
    circle(x - radius * 0.38, y - radius * 0.22, radius * 0.14, p.ink) +
    (wink
      ? stroke(
          `M${n(x + radius * 0.22)} ${n(y - radius * 0.2)}q${n(radius * 0.16)} ${n(-radius * 0.16)} ${n(radius * 0.32)} 0`,
          radius * 0.08,
          p.ground,
          'round',
        )
      : circle(x + radius * 0.38, y - radius * 0.22, radius * 0.14, p.ground)) +
    sector(x, y + radius * range(0.08, 0.2), radius * range(0.5, 0.62), 0, 180, p.c) +
    polygon(starPoints(x + radius * 0.95, y - radius * 0.95, s * 0.075, s * 0.03, 4), p.c)
  );
};

/** Confetti of cut paper. */
const confetti: Motif = ({ w, h, s, p, range, int, pick }) => {
  const columns = w > h * 1.2 ? 7 : 4;
  const gap = w / columns;
  const rows = Math.ceil(h / gap);
  return (
    drawTimes(columns * rows, (cell) => {
      const [x, y] = [
        gap * ((cell % columns) + 0.5) + range(-0.15, 0.15) * gap,
        gap * (Math.floor(cell / columns) + 0.5) + range(-0.15, 0.15) * gap,
      ];
      const colour = pick([p.a, p.b, p.c, p.a, p.ink]);
      const size = gap * range(0.22, 0.34);
      return pick([
        () => circle(x, y, size, colour),
        () => ring(x, y, size * 0.8, size * 0.4, colour),
        () => polygon(starPoints(x, y, size * 1.2, size * 0.6, 3, range(0, 120)), colour),
        () => turned(rect(x - size, y - size * 0.3, size * 2, size * 0.6, colour), range(0, 180), x, y),
        () => sector(x, y, size * 1.2, 0, 180, colour),
        () =>
          turned(
            stroke(
              `M${n(x - size * 1.3)} ${n(y)}q${n(size * 0.65)} ${n(-size)} ${n(size * 1.3)} 0t${n(size * 1.3)} 0`,
              size * 0.34,
              colour,
              'round',
            ),
            range(0, 180),
            x,
            y,
          ),
      ])();
    }) + rect(0, 0, 0, int(1, 2) * s, p.a)
  );
};

/** A stage curtain. */
const curtain: Motif = ({ w, h, s, p, int, range }) => {
  const folds = int(5, 7);
  const half = (side: number) =>
    drawTimes(folds, (fold) => {
      const from = side < 0 ? 0 : w;
      const [top, foot] = [((w / 2) * (folds - fold)) / folds, (w * range(0.3, 0.33) * (folds - fold)) / folds];
      return path(
        `M${n(from)} 0H${n(from - side * top)}C${n(from - side * top)} ${n(h * 0.4)} ${n(from - side * foot * 0.7)} ${n(h * 0.5)} ${n(from - side * foot)} ${n(h)}H${n(from)}Z`,
        fold % 2 ? p.b : p.a,
      );
    });
  const scallops = int(5, 7);
  return (
    circle(w / 2, h * 0.66, s * 0.24, p.c) +
    half(-1) +
    half(1) +
    drawTimes(scallops, (step) =>
      sector((w / scallops) * (step + 0.5), 0, (w / scallops) * 0.52, 0, 180, step % 2 ? p.c : p.b),
    ) +
    rect(0, 0, w, h * 0.02, p.ink)
  );
};

/** A cake of several layers with a cherry. */
const scoops: Motif = ({ w, h, s, p, int }) => {
  const x = w / 2;
  const count = int(2, 3);
  const radius = s * 0.16;
  const base = h * 0.62;
  const colours = [p.a, p.c, p.b];
  return (
    drawTimes(9, (step) =>
      turned(rect(x - s * 0.012, h * 0.04, s * 0.024, s * 0.09, step % 2 ? p.b : p.c), step * 40, x, h * 0.46),
    ) +
    polygon(
      [
        [x - radius * 1.05, base],
        [x + radius * 1.05, base],
        [x, base + s * 0.4],
      ],
      p.ink,
    ) +
    clipped(
      drawTimes(7, (step) =>
        line(
          [x - radius * 2 + step * radius * 0.6, base],
          [x - radius + step * radius * 0.6, base + s * 0.4],
          s * 0.008,
          p.ground,
        ),
      ),
      polygon(
        [
          [x - radius * 1.05, base],
          [x + radius * 1.05, base],
          [x, base + s * 0.4],
        ],
        '#000',
      ),
    ) +
    drawTimes(count, (step) =>
      circle(
        x + (step % 2 ? radius * 0.12 : -radius * 0.08),
        base - radius * (0.5 + step * 1.2),
        radius * (1.12 - step * 0.12),
        colours[step] ?? p.a,
      ),
    ) +
    circle(x, base - radius * (0.5 + count * 1.16), radius * 0.3, p.c === colours[count - 1] ? p.a : p.c)
  );
};

export const comedy = { tiles, face, confetti, curtain, scoops };
export { tiles };
