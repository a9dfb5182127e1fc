import { type Brush, drawTimes, type Motif, times } from '../brush.ts';
import { mix } from '../colour/colour.ts';
import { circle, gradient, line, n, type Point, path, polygon, rect, smooth, stroke } from '../draw.ts';

function swell({ w, h }: Brush, base: number, tall: number, length: number, shift: number, fill: string): string {
  const count = Math.ceil(w / length) + 2;
  let d = `M${n(shift - length)} ${n(base)}`;
  for (let step = 0; step < count * 2; step++)
    d += `q${n(length / 4)} ${n(step % 2 ? tall : -tall)} ${n(length / 2)} 0`;
  return path(`${d}V${n(h + 10)}H-${n(length)}Z`, fill);
}

/** Rows of even waves under a sun or a moon. */
const waves: Motif = (brush) => {
  const { w, h, s, p, range, int } = brush;
  const rows = int(4, 6);
  const length = s * range(0.28, 0.5);
  return (
    circle(w * range(0.3, 0.7), h * range(0.28, 0.4), s * range(0.14, 0.2), p.c) +
    drawTimes(rows, (row) =>
      swell(
        brush,
        h * (0.48 + (row * 0.48) / rows),
        s * 0.075,
        length,
        (row % 2) * length * 0.5 + range(-8, 8),
        mix(mix(p.ground, p.b, 0.85), p.a, row / (rows - 1)),
      ),
    )
  );
};

/** Waves like the scales of an old sea map. */
const scales: Motif = ({ w, h, s, p, int, chance }) => {
  const columns = w > h * 1.2 ? 7 : int(3, 4);
  const radius = w / columns / 2;
  const rows = Math.ceil(h / (radius * 0.5)) + 2;
  const hot = chance(0.6) ? int(4, rows - 6) : -1;
  const hotColumn = int(1, columns - 2);
  return (
    drawTimes(rows, (row) =>
      drawTimes(columns + 2, (column) => {
        const [x, y] = [(column - 0.5 + (row % 2 ? 0.5 : 0)) * radius * 2, (row + 0.4) * radius * 0.5];
        const isHot = row === hot && column === hotColumn;
        return [1, 0.78, 0.56, 0.34]
          .map((size, step) => circle(x, y, radius * size, step % 2 ? p.ground : isHot ? p.c : step === 0 ? p.a : p.b))
          .join('');
      }),
    ) + rect(0, 0, 0, s, p.a)
  );
};

/** A little boat and a large sea. */
const boat: Motif = (brush) => {
  const { w, h, s, p, range } = brush;
  const [x, y] = [w * range(0.36, 0.64), h * 0.6];
  return (
    circle(w - x, h * 0.3, s * 0.13, p.c) +
    polygon(
      [
        [x, y - s * 0.34],
        [x + s * 0.17, y - s * 0.07],
        [x, y - s * 0.07],
      ],
      p.ink,
    ) +
    polygon(
      [
        [x - s * 0.02, y - s * 0.27],
        [x - s * 0.02, y - s * 0.07],
        [x - s * 0.12, y - s * 0.07],
      ],
      p.c,
    ) +
    path(
      `M${n(x - s * 0.17)} ${n(y - s * 0.045)}H${n(x + s * 0.2)}L${n(x + s * 0.13)} ${n(y + s * 0.05)}H${n(x - s * 0.1)}Z`,
      p.a,
    ) +
    swell(brush, h * 0.63, s * 0.05, s * 0.36, 0, p.b) +
    swell(brush, h * 0.76, s * 0.06, s * 0.42, -s * 0.12, mix(p.b, p.a, 0.45)) +
    swell(brush, h * 0.89, s * 0.07, s * 0.5, s * 0.1, p.a)
  );
};

/** A small boat above a deep sea. */
const deep: Motif = (brush) => {
  const { w, h, s, p, range, chance } = brush;
  const [x, y] = [w / 2, h * 0.66];
  const line = h * 0.3;
  const body = `M${n(x - s * 0.4)} ${n(y - s * 0.02)}C${n(x - s * 0.38)} ${n(y - s * 0.2)} ${n(x - s * 0.1)} ${n(y - s * 0.24)} ${n(x + s * 0.1)} ${n(y - s * 0.14)}C${n(x + s * 0.24)} ${n(y - s * 0.07)} ${n(x + s * 0.3)} ${n(y - s * 0.04)} ${n(x + s * 0.36)} ${n(y - s * 0.12)}C${n(x + s * 0.34)} ${n(y - s * 0.2)} ${n(x + s * 0.38)} ${n(y - s * 0.26)} ${n(x + s * 0.46)} ${n(y - s * 0.27)}C${n(x + s * 0.44)} ${n(y - s * 0.1)} ${n(x + s * 0.36)} ${n(y + s * 0.16)} ${n(x - s * 0.06)} ${n(y + s * 0.16)}C${n(x - s * 0.28)} ${n(y + s * 0.16)} ${n(x - s * 0.4)} ${n(y + s * 0.1)} ${n(x - s * 0.4)} ${n(y - s * 0.02)}Z`;
  const whale =
    path(body, p.a) +
    stroke(
      `M${n(x - s * 0.38)} ${n(y + s * 0.03)}q${n(s * 0.12)} ${n(s * 0.05)} ${n(s * 0.24)} ${n(-s * 0.01)}`,
      s * 0.01,
      p.ground,
    ) +
    circle(x - s * 0.2, y - s * 0.03, s * 0.015, p.ground) +
    path(
      `M${n(x - s * 0.06)} ${n(y + s * 0.08)}q${n(s * 0.02)} ${n(s * 0.16)} ${n(s * 0.16)} ${n(s * 0.18)}q${n(-s * 0.02)} ${n(-s * 0.1)} ${n(-s * 0.04)} ${n(-s * 0.2)}Z`,
      p.a,
    );
  const boatX = x + s * range(-0.2, 0.2);
  return (
    circle(w * range(0.2, 0.8), h * 0.13, s * 0.075, p.c) +
    polygon(
      [
        [boatX, line - s * 0.13],
        [boatX + s * 0.07, line - s * 0.03],
        [boatX, line - s * 0.03],
      ],
      p.ink,
    ) +
    path(
      `M${n(boatX - s * 0.07)} ${n(line - s * 0.02)}h${n(s * 0.16)}l${n(-s * 0.03)} ${n(s * 0.035)}h${n(-s * 0.1)}Z`,
      p.c,
    ) +
    gradient(mix(p.ground, p.b, 0.75), mix(p.b, '#000000', 0.35), 90, (fill) =>
      swell(brush, line + s * 0.02, s * 0.02, s * 0.25, 0, fill),
    ) +
    (chance(0.5) ? `<g transform="translate(${n(w)} 0) scale(-1 1)">${whale}</g>` : whale)
  );
};

/** Currents: lines that part around a stone. */
const current: Motif = ({ w, h, s, p, range, int }) => {
  const rows = int(13, 19);
  const [x, y, radius] = [w * range(0.38, 0.62), h * range(0.42, 0.58), s * range(0.13, 0.19)];
  return (
    drawTimes(rows, (row) => {
      const base = (h * (row + 0.5)) / rows;
      const away = base - y;
      const list = times(19, (step): Point => {
        const at = (w * (step - 0.5)) / 17;
        const near = Math.exp(-(((at - x) / (radius * 1.7)) ** 2) - (away / (radius * 1.9)) ** 2);
        return [
          at,
          base + (away >= 0 ? 1 : -1) * near * radius * 1.05 + Math.sin(at / (s * 0.16) + row * 0.5) * s * 0.008,
        ];
      });
      return stroke(smooth(list), s * 0.011, row % 5 === 2 ? p.b : p.a);
    }) + circle(x, y, radius * 0.8, p.c)
  );
};

/** An island with one tree. */
const island: Motif = (brush) => {
  const { w, h, s, p, range, chance } = brush;
  const [x, y] = [w / 2, h * 0.62];
  const side = chance(0.5) ? 1 : -1;
  const crown: Point = [x + side * s * 0.1, y - s * 0.32];
  const leaf = (angle: number) => {
    const [dx, dy] = [Math.cos(angle) * s * 0.19, Math.sin(angle) * s * 0.15];
    return path(
      `M${n(crown[0])} ${n(crown[1])}Q${n(crown[0] + dx * 0.5)} ${n(crown[1] + dy - s * 0.1)} ${n(crown[0] + dx)} ${n(crown[1] + dy + s * 0.04)}Q${n(crown[0] + dx * 0.45)} ${n(crown[1] + dy * 0.4)} ${n(crown[0])} ${n(crown[1])}Z`,
      p.a,
    );
  };
  return (
    circle(x - side * s * 0.16, h * 0.36, s * range(0.19, 0.25), p.c) +
    stroke(
      `M${n(x)} ${n(y)}Q${n(x + side * s * 0.02)} ${n(y - s * 0.2)} ${n(crown[0])} ${n(crown[1])}`,
      s * 0.026,
      p.a,
      'round',
    ) +
    [-0.4, 0.35, 2.8, 3.5, -1.9, -1.2].map(leaf).join('') +
    path(
      `M${n(x - s * 0.3)} ${n(y + s * 0.06)}Q${n(x)} ${n(y - s * 0.14)} ${n(x + s * 0.3)} ${n(y + s * 0.06)}Z`,
      p.b,
    ) +
    swell(brush, h * 0.66, s * 0.03, s * 0.3, 0, mix(p.ground, p.b, 0.6)) +
    drawTimes(5, (row) =>
      line(
        [x - s * (0.34 - row * 0.05), h * (0.72 + row * 0.05)],
        [x + s * (0.34 - row * 0.05), h * (0.72 + row * 0.05)],
        s * 0.012,
        row % 2 ? p.c : p.a,
      ),
    )
  );
};

export const water = { waves, scales, boat, deep, current, island };
