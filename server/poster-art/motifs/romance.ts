import { drawTimes, type Motif, times } from '../brush.ts';
import { mix, overprint } from '../colour/colour.ts';
import {
  circle,
  clipped,
  ellipse,
  n,
  type Point,
  path,
  pointAt,
  ring,
  sector,
  smooth,
  stroke,
  turned,
} from '../draw.ts';

/** Two discs with a third colour where they overlap. */
const overlap: Motif = ({ w, h, s, p, range, chance }) => {
  const radius = s * range(0.27, 0.33);
  const apart = radius * range(0.55, 0.8);
  const angle = chance(0.5) ? range(-50, 50) : range(60, 120);
  const [one, other] = [pointAt(w / 2, h / 2, apart, angle), pointAt(w / 2, h / 2, apart, angle + 180)];
  return (
    circle(...one, radius, p.a) +
    circle(...other, radius * range(0.85, 1), p.b) +
    clipped(
      circle(...one, radius, overprint(p.a, mix(p.b, '#ffffff', 0.35))),
      circle(...other, radius * 0.92, '#000'),
    ) +
    // Beside both discs, and within the motif.
    circle(...pointAt(w / 2, h / 2, s * 0.45, angle + 90), s * 0.03, p.c)
  );
};

/** Two linked rings. */
const linked: Motif = ({ w, h, s, p, range }) => {
  const radius = s * 0.24;
  const thick = s * range(0.06, 0.1);
  const apart = radius * 0.62;
  const angle = range(-35, 35);
  const [one, other] = [pointAt(w / 2, h / 2, apart, angle), pointAt(w / 2, h / 2, apart, angle + 180)];
  const [mx, my] = pointAt(w / 2, h / 2, radius, angle - 90);
  return (
    ring(...one, radius + thick, thick * 0.14, p.b) +
    ring(...other, radius + thick, thick * 0.14, p.b) +
    ring(...one, radius, thick, p.a) +
    ring(...other, radius, thick, p.c) +
    clipped(ring(...one, radius, thick, p.a), circle(mx, my, radius * 0.6, '#000'))
  );
};

const heartPath = (x: number, y: number, size: number) =>
  `M${n(x)} ${n(y + size * 0.48)}C${n(x - size * 0.62)} ${n(y + size * 0.1)} ${n(x - size * 0.56)} ${n(y - size * 0.44)} ${n(x - size * 0.26)} ${n(y - size * 0.44)}C${n(x - size * 0.1)} ${n(y - size * 0.44)} ${n(x - size * 0.02)} ${n(y - size * 0.34)} ${n(x)} ${n(y - size * 0.24)}C${n(x + size * 0.02)} ${n(y - size * 0.34)} ${n(x + size * 0.1)} ${n(y - size * 0.44)} ${n(x + size * 0.26)} ${n(y - size * 0.44)}C${n(x + size * 0.56)} ${n(y - size * 0.44)} ${n(x + size * 0.62)} ${n(y + size * 0.1)} ${n(x)} ${n(y + size * 0.48)}Z`;

/** Nested hearts. */
const hearts: Motif = ({ w, h, s, p, int }) => {
  const count = int(3, 5);
  const colours = [p.b, p.a, p.ground, p.c, p.a];
  return drawTimes(count, (step) =>
    path(heartPath(w / 2, h / 2 + s * 0.012 * step, s * 0.92 * (1 - step / (count + 0.4))), colours[step] ?? p.a),
  );
};

/** A flower of petals that print over each other. */
const petals: Motif = ({ w, h, s, p, range, int }) => {
  const count = int(6, 10);
  const [long, wide] = [s * 0.23, s * range(0.09, 0.13)];
  const [x, y] = [w / 2, h / 2];
  const petal = (step: number, fill: string) =>
    turned(ellipse(x, y - long * 0.98, wide, long * 0.92, fill), (360 / count) * step, x, y);
  return (
    drawTimes(count, (step) => petal(step, step % 2 ? p.b : p.a)) +
    drawTimes(count, (step) =>
      turned(
        ellipse(x, y - long * 0.6, wide * 0.32, long * 0.42, overprint(p.a, p.b)),
        (360 / count) * (step + 0.5),
        x,
        y,
      ),
    ) +
    circle(x, y, s * 0.085, p.c) +
    circle(x, y, s * 0.035, p.ground)
  );
};

/** One stem with leaves in pairs, reaching for a sun. */
const stem: Motif = ({ w, h, s, p, range, int, chance }) => {
  const lean = s * range(-0.12, 0.12);
  const pairs = int(4, 6);
  const [foot, top] = [h + 10, h * 0.2];
  const at = (share: number): Point => [w / 2 + lean * Math.sin(share * 3), foot + (top - foot) * share];
  const leaf = (x: number, y: number, angle: number, size: number, fill: string) =>
    turned(
      path(
        `M${n(x)} ${n(y)}C${n(x + size * 0.3)} ${n(y - size * 0.42)} ${n(x + size * 0.85)} ${n(y - size * 0.34)} ${n(x + size)} ${n(y)}C${n(x + size * 0.7)} ${n(y + size * 0.16)} ${n(x + size * 0.25)} ${n(y + size * 0.12)} ${n(x)} ${n(y)}Z`,
        fill,
      ),
      angle,
      x,
      y,
    );
  return (
    circle(w / 2 + s * range(-0.16, 0.16), h * 0.33, s * range(0.2, 0.28), p.c) +
    stroke(smooth(times(8, (step) => at(step / 7))), s * 0.014, p.a) +
    drawTimes(pairs, (pair) => {
      const [x, y] = at(0.16 + (pair * 0.72) / pairs);
      const size = s * (0.36 - pair * 0.035);
      return (
        leaf(x, y, -28 - pair * 5, size, pair % 2 ? p.b : p.a) +
        leaf(x, y - s * 0.03, 208 + pair * 5, size * 0.95, chance(0.5) ? p.b : p.a)
      );
    }) +
    leaf(...at(1), -90, s * 0.16, p.a)
  );
};

/** Paper cut with scissors: sea-grass shapes on blocks of colour. */
const cutouts: Motif = ({ w, h, s, p, range, int, pick }) => {
  const columns = w > h * 1.2 ? 4 : 2;
  const rows = 2;
  const [cw, ch] = [w / columns, h / rows];
  const frond = (x: number, y: number, size: number, fill: string) => {
    const lobes = int(3, 4);
    const list: Point[] = [];
    for (let step = 0; step <= lobes * 2; step++)
      list.push([x + (step % 2 ? 0.46 : 0.16) * size, y + size * (0.55 - (1.1 * step) / (lobes * 2))]);
    for (let step = lobes * 2; step >= 0; step--)
      list.push([x - (step % 2 ? 0.16 : 0.46) * size, y + size * (0.5 - (1.05 * step) / (lobes * 2))]);
    return path(`${smooth([...list, list[0] ?? [x, y]])}Z`, fill);
  };
  const papers = [p.a, p.b, p.c, mix(p.ground, p.b, 0.35)];
  return (
    drawTimes(columns * rows, (cell) => {
      const [x, y] = [(cell % columns) * cw, Math.floor(cell / columns) * ch];
      const paper = papers[(cell + Math.floor(cell / columns)) % 4] ?? p.a;
      const ink = pick([p.ground, p.ground, p.ink]);
      return `<rect x="${n(x)}" y="${n(y)}" width="${n(cw + 0.5)}" height="${n(ch + 0.5)}" fill="${paper}"/>${turned(frond(x + cw / 2, y + ch / 2, Math.min(cw, ch) * 0.72, ink), range(-35, 35), x + cw / 2, y + ch / 2)}`;
    }) + circle(w / 2, h / 2, s * 0.05, p.ink)
  );
};

/** Two arcs that lean towards each other, not quite touching. */
const lean: Motif = ({ w, h, s, p, range }) => {
  const radius = s * range(0.34, 0.4);
  const gap = s * 0.012;
  const drop = s * range(0.05, 0.16);
  return (
    sector(w / 2 - gap, h / 2 - drop, radius, 90, 270, p.a) +
    sector(w / 2 + gap, h / 2 + drop, radius, -90, 90, p.b) +
    sector(w / 2 - gap, h / 2 - drop, radius * 0.5, 90, 270, p.ground) +
    sector(w / 2 + gap, h / 2 + drop, radius * 0.5, -90, 90, p.c)
  );
};

/** Two birds in front of the sun. */
const birds: Motif = ({ w, h, s, p, range }) => {
  const bird = (x: number, y: number, size: number, fill: string) =>
    path(
      `M${n(x - size)} ${n(y - size * 0.28)}C${n(x - size * 0.6)} ${n(y - size * 0.42)} ${n(x - size * 0.2)} ${n(y - size * 0.22)} ${n(x)} ${n(y)}C${n(x + size * 0.14)} ${n(y - size * 0.36)} ${n(x + size * 0.5)} ${n(y - size * 0.6)} ${n(x + size)} ${n(y - size * 0.52)}C${n(x + size * 0.62)} ${n(y - size * 0.34)} ${n(x + size * 0.42)} ${n(y - size * 0.02)} ${n(x + size * 0.16)} ${n(y + size * 0.24)}C${n(x - size * 0.3)} ${n(y + size * 0.2)} ${n(x - size * 0.7)} ${n(y - size * 0.02)} ${n(x - size)} ${n(y - size * 0.28)}Z`,
      fill,
    );
  const [x, y] = [w / 2, h / 2];
  return (
    circle(x, y, s * 0.38, p.c) +
    drawTimes(
      4,
      (step) =>
        `<rect x="${n(x - s * 0.42)}" y="${n(y + s * (0.13 + step * 0.075))}" width="${n(s * 0.84)}" height="${n(s * (0.012 + step * 0.008))}" fill="${p.ground}"/>`,
    ) +
    bird(x - s * 0.08, y - s * range(0.02, 0.1), s * 0.23, p.a) +
    bird(x + s * 0.2, y + s * range(0.08, 0.14), s * 0.15, p.b)
  );
};

/** A vase with three blooms on a table. */
const bouquet: Motif = ({ w, h, s, p, range }) => {
  const [x, table] = [w / 2, h * 0.82];
  const blooms = times(
    3,
    (step): Point => [x + (step - 1) * s * range(0.19, 0.25), h * (step === 1 ? range(0.16, 0.22) : range(0.26, 0.36))],
  );
  const fills = [p.a, p.c, p.a];
  return (
    `<rect y="${n(table)}" width="${n(w)}" height="${n(h)}" fill="${p.b}"/>` +
    blooms
      .map(([bx, by]) =>
        stroke(
          `M${n(x)} ${n(table - s * 0.2)}Q${n((x + bx) / 2)} ${n(by + s * 0.26)} ${n(bx)} ${n(by)}`,
          s * 0.012,
          p.ink,
        ),
      )
      .join('') +
    blooms
      .map(
        ([bx, by], step) =>
          drawTimes(8, (petal) => circle(...pointAt(bx, by, s * 0.07, petal * 45), s * 0.04, fills[step] ?? p.a)) +
          circle(bx, by, s * 0.045, step === 1 ? p.a : p.c),
      )
      .join('') +
    path(
      `M${n(x - s * 0.07)} ${n(table - s * 0.3)}H${n(x + s * 0.07)}C${n(x + s * 0.05)} ${n(table - s * 0.22)} ${n(x + s * 0.17)} ${n(table - s * 0.2)} ${n(x + s * 0.16)} ${n(table - s * 0.08)}C${n(x + s * 0.15)} ${n(table)} ${n(x + s * 0.1)} ${n(table + s * 0.03)} ${n(x)} ${n(table + s * 0.03)}C${n(x - s * 0.1)} ${n(table + s * 0.03)} ${n(x - s * 0.15)} ${n(table)} ${n(x - s * 0.16)} ${n(table - s * 0.08)}C${n(x - s * 0.17)} ${n(table - s * 0.2)} ${n(x - s * 0.05)} ${n(table - s * 0.22)} ${n(x - s * 0.07)} ${n(table - s * 0.3)}Z`,
      p.ink,
    )
  );
};

export const romance = { overlap, linked, hearts, petals, stem, cutouts, lean, birds, bouquet };
