import { drawTimes, type Motif, times } from '../brush.ts';
import { mix } from '../colour/colour.ts';
import {
  circle,
  clipped,
  ellipse,
  n,
  type Point,
  path,
  pointAt,
  points,
  polygon,
  polyline,
  rect,
  ring,
  sector,
  stroke,
  turned,
} from '../draw.ts';

/** A thick spiral that pulls the eye in. */
const spiral: Motif = ({ w, h, s, p, range, int, chance }) => {
  const turns = int(4, 6);
  const [x, y] = [w / 2, h / 2];
  const reach = s * 0.62;
  const side = chance(0.5) ? 1 : -1;
  const arm = (shift: number): Point[] =>
    times(turns * 24 + 1, (step) => pointAt(x, y, (reach * step) / (turns * 24), side * step * 15 + shift));
  const thick = (reach / turns) * 0.42;
  return (
    `<polyline points="${points(arm(0))}" fill="none" stroke="${p.a}" stroke-width="${n(thick)}"/>` +
    `<polyline points="${points(arm(180))}" fill="none" stroke="${p.b}" stroke-width="${n(thick * range(0.25, 0.6))}"/>` +
    circle(x, y, s * 0.05, p.c)
  );
};

/** Squares that turn as they shrink. */
const twist: Motif = ({ w, h, s, p, range, int, pick }) => {
  const count = int(11, 16);
  const sides = pick([3, 4, 4, 5, 6]);
  const step = range(4, 9);
  const fills = [p.a, p.ground, p.b, p.ground];
  return drawTimes(count, (layer) => {
    const size = s * 0.72 * (1 - layer / count) ** 1.15;
    const fill = layer === count - 1 ? p.c : (fills[layer % 4] ?? p.a);
    return polygon(
      times(sides, (corner) =>
        pointAt(w / 2, h / 2, size, layer * step + (corner * 360) / sides + (sides === 4 ? 45 : -90)),
      ),
      fill,
    );
  });
};

/** A curve drawn by wheels turning on wheels. */
const rosette: Motif = ({ w, h, s, p, int, range }) => {
  const [outer, inner] = [int(7, 11), int(2, 4)];
  const reach = s * 0.42;
  const curve = (size: number, turn: number): Point[] =>
    times(241, (step) => {
      const angle = (step / 240) * 360 * (inner === 3 && outer % 3 === 0 ? 1 : inner);
      const radius = size * (0.56 + 0.44 * Math.cos((angle * outer * Math.PI) / (180 * inner)));
      return pointAt(w / 2, h / 2, radius, angle + turn);
    });
  return (
    polyline(curve(reach, 0), s * 0.011, p.a) +
    polyline(curve(reach, range(6, 14)), s * 0.006, p.b) +
    polyline(curve(reach * 0.6, 20), s * 0.006, p.c) +
    circle(w / 2, h / 2, s * 0.03, p.c)
  );
};

/** Rings with shifting centres, like a tunnel. */
const tunnel: Motif = ({ w, h, s, p, range, int }) => {
  const count = int(8, 12);
  const angle = range(0, 360);
  const reach = Math.hypot(w, h) * 0.6;
  const drift = s * range(0.2, 0.32);
  return drawTimes(count, (step) => {
    const share = step / count;
    const [x, y] = pointAt(w / 2, h / 2, drift * share, angle);
    return circle(
      x,
      y,
      reach * (1 - share) ** 1.35,
      step === count - 1 ? p.c : step % 2 ? p.a : step % 4 === 0 ? p.ground : p.b,
    );
  });
};

/** A bulging checkerboard. */
const bulge: Motif = ({ w, h, s, p, range, chance }) => {
  const cells = 11;
  const [cx, cy] = [w * range(0.42, 0.58), h * range(0.42, 0.58)];
  const radius = s * 0.42;
  const isBall = chance(0.6);
  const size = Math.max(w, h) / cells;
  const bent = (x: number, y: number): Point => {
    const [dx, dy] = [x - cx, y - cy];
    const far = Math.hypot(dx, dy);
    if (far >= radius || far === 0) return [x, y];
    const push = isBall ? (Math.sin((far / radius) * (Math.PI / 2)) * radius) / far : (far / radius) ** 0.9;
    return [cx + dx * push, cy + dy * push];
  };
  let svg = '';
  for (let row = 0; row * size < h + size; row++) {
    for (let column = 0; column * size < w + size; column++) {
      if ((row + column) % 2) continue;
      const [x, y] = [column * size, row * size];
      const edge = (x0: number, y0: number, x1: number, y1: number) =>
        times(4, (step) => bent(x0 + ((x1 - x0) * step) / 4, y0 + ((y1 - y0) * step) / 4));
      const near = Math.hypot(x + size / 2 - cx, y + size / 2 - cy) < radius * 0.95;
      svg += polygon(
        [
          ...edge(x, y, x + size, y),
          ...edge(x + size, y, x + size, y + size),
          ...edge(x + size, y + size, x, y + size),
          ...edge(x, y + size, x, y),
        ],
        near ? p.c : p.a,
      );
    }
  }
  return svg;
};

const almond = (x: number, y: number, wide: number, tall: number) =>
  `M${n(x - wide)} ${n(y)}Q${n(x)} ${n(y - tall * 2)} ${n(x + wide)} ${n(y)}Q${n(x)} ${n(y + tall * 2)} ${n(x - wide)} ${n(y)}Z`;

/** A wide open eye. */
const eye: Motif = ({ w, h, s, p, range, int }) => {
  const [x, y, wide] = [w / 2, h / 2, s * 0.46];
  const tall = wide * range(0.5, 0.62);
  const lashes = int(9, 15);
  const iris = tall * 0.82;
  return (
    drawTimes(lashes, (step) => {
      const angle = -160 + (140 * step) / (lashes - 1);
      return stroke(
        `M${pointAt(x, y, wide * 0.72, angle)
          .map(n)
          .join(' ')}L${pointAt(x, y, wide * 1.12, angle)
          .map(n)
          .join(' ')}`,
        s * 0.014,
        p.b,
      );
    }) +
    path(almond(x, y, wide, tall), p.ink) +
    path(almond(x, y, wide * 0.94, tall * 0.92), mix(p.ink, p.ground, luminous(p.ink) ? 0.06 : 0.94)) +
    clipped(
      circle(x, y, iris, p.a) +
        drawTimes(22, (step) =>
          polygon(
            [
              pointAt(x, y, iris * 0.45, step * 16.4),
              pointAt(x, y, iris, step * 16.4 - 3),
              pointAt(x, y, iris, step * 16.4 + 3),
            ],
            p.b,
          ),
        ) +
        circle(x, y, iris * 0.46, mix(p.ground, '#000000', 0.75)) +
        circle(x + iris * 0.3, y - iris * 0.34, iris * 0.16, p.c),
      path(almond(x, y, wide * 0.94, tall * 0.92), '#000'),
    )
  );
};

const luminous = (colour: string) => Number.parseInt(colour.slice(1, 3), 16) > 128;

/** Many eyes, one of them different. */
const eyes: Motif = ({ w, h, s, p, int, range }) => {
  const columns = w > h * 1.2 ? 7 : int(3, 4);
  const gap = w / columns;
  const rows = Math.max(3, Math.round(h / (gap * 0.72)));
  const hot = int(0, columns * rows - 1);
  return (
    drawTimes(columns * rows, (cell) => {
      const [x, y] = [gap * ((cell % columns) + 0.5), (h / rows) * (Math.floor(cell / columns) + 0.5)];
      const [wide, tall] = [gap * 0.42, gap * 0.21];
      const look = range(-0.3, 0.3) * wide;
      return (
        path(almond(x, y, wide, tall), cell === hot ? p.c : p.a) +
        circle(x + look, y, tall * 0.72, p.ground) +
        circle(x + look, y, tall * 0.34, cell === hot ? p.a : p.b)
      );
    }) + rect(0, 0, 0, s, p.a)
  );
};

const keyhole: Motif = ({ w, h, s, p, range }) => {
  const [x, y] = [w / 2, h * 0.42];
  const hole = `M${n(x - s * 0.1)} ${n(y + s * 0.1)}L${n(x - s * 0.17)} ${n(y + s * 0.48)}H${n(x + s * 0.17)}L${n(x + s * 0.1)} ${n(y + s * 0.1)}A${n(s * 0.17)} ${n(s * 0.17)} 0 1 0 ${n(x - s * 0.1)} ${n(y + s * 0.1)}Z`;
  return (
    ellipse(x, y + s * 0.12, s * 0.36, s * 0.5, p.b) +
    ellipse(x, y + s * 0.12, s * 0.32, s * 0.46, p.a) +
    path(hole, p.c) +
    clipped(
      circle(x + s * range(-0.06, 0.06), y + s * 0.02, s * 0.075, p.ground) +
        rect(x - s * 0.2, y + s * 0.33, s * 0.4, s * 0.3, p.ground),
      path(hole, '#000'),
    )
  );
};

/** A round maze with one way in. */
const maze: Motif = ({ w, h, s, p, range, int }) => {
  const rings = int(6, 8);
  const gap = (s * 0.44) / rings;
  const [x, y] = [w / 2, h / 2];
  return (
    drawTimes(rings, (step) => {
      const radius = gap * (step + 1.1);
      const turn = range(0, 360);
      const door = Math.max(14, (gap * 1.1 * 360) / (2 * Math.PI * radius));
      const [from, to] = [pointAt(x, y, radius, turn + door), pointAt(x, y, radius, turn + 360)];
      const wall = turn + range(60, 300);
      return (
        stroke(
          `M${n(from[0])} ${n(from[1])}A${n(radius)} ${n(radius)} 0 1 1 ${n(to[0])} ${n(to[1])}`,
          gap * 0.34,
          step === rings - 1 ? p.b : p.a,
        ) +
        (step < rings - 1
          ? stroke(
              `M${pointAt(x, y, radius, wall).map(n).join(' ')}L${pointAt(x, y, radius + gap, wall)
                .map(n)
                .join(' ')}`,
              gap * 0.34,
              p.a,
            )
          : '')
      );
    }) + circle(x, y, gap * 0.62, p.c)
  );
};

/** A head in profile made of arcs, with a shape inside. */
const profile: Motif = ({ w, h, s, p, int, chance, range }) => {
  const [x, y] = [w / 2, h * 0.5];
  const head = `M${n(x - s * 0.26)} ${n(h + 10)}V${n(y + s * 0.2)}C${n(x - s * 0.42)} ${n(y + s * 0.02)} ${n(x - s * 0.36)} ${n(y - s * 0.42)} ${n(x)} ${n(y - s * 0.42)}C${n(x + s * 0.22)} ${n(y - s * 0.42)} ${n(x + s * 0.3)} ${n(y - s * 0.26)} ${n(x + s * 0.29)} ${n(y - s * 0.12)}L${n(x + s * 0.37)} ${n(y + s * 0.06)}L${n(x + s * 0.29)} ${n(y + s * 0.09)}L${n(x + s * 0.3)} ${n(y + s * 0.16)}L${n(x + s * 0.27)} ${n(y + s * 0.18)}L${n(x + s * 0.28)} ${n(y + s * 0.23)}C${n(x + s * 0.28)} ${n(y + s * 0.32)} ${n(x + s * 0.2)} ${n(y + s * 0.32)} ${n(x + s * 0.1)} ${n(y + s * 0.31)}L${n(x + s * 0.12)} ${n(h + 10)}Z`;
  const count = int(4, 6);
  const inside = chance(0.5)
    ? drawTimes(count, (step) =>
        circle(
          x - s * 0.04,
          y - s * 0.14,
          s * 0.25 * (1 - step / count),
          step % 2 ? p.a : step === count - 1 ? p.ground : p.c,
        ),
      )
    : drawTimes(7, (step) => rect(x - s * 0.5, y - s * 0.4 + step * s * 0.11, s, s * 0.05, p.c)) +
      circle(x - s * 0.03, y - s * 0.16, s * range(0.11, 0.15), p.ground);
  const drawn = circle(x, y - s * 0.06, s * 0.46, p.b) + path(head, p.a) + clipped(inside, path(head, '#000'));
  return chance(0.5) ? `<g transform="translate(${n(w)} 0) scale(-1 1)">${drawn}</g>` : drawn;
};

/** A disc cut into slices that are shifted. */
const sliced: Motif = ({ w, h, s, p, range, int }) => {
  const slices = int(5, 8);
  const radius = s * 0.4;
  const [x, y] = [w / 2, h / 2];
  const lean = range(-30, 30);
  return turned(
    drawTimes(slices, (step) => {
      const top = y - radius + (2 * radius * step) / slices;
      const shift = range(-0.2, 0.2) * s;
      return clipped(
        circle(x + shift, y, radius, step % 3 === 1 ? p.b : p.a) +
          sector(x + shift, y, radius * 0.45, 0, 359.9, step % 2 ? p.c : p.ground),
        rect(x - s, top, s * 2, (2 * radius) / slices - s * 0.008, '#000'),
      );
    }),
    lean,
    x,
    y,
  );
};

const ripples: Motif = ({ w, h, s, p, int }) => {
  const count = int(7, 10);
  return (
    drawTimes(count, (step) => {
      const share = (step + 1) / count;
      return `<ellipse cx="${n(w / 2)}" cy="${n(h * 0.66)}" rx="${n(s * 0.6 * share)}" ry="${n(s * 0.17 * share)}" fill="none" stroke="${step % 3 === 2 ? p.c : p.a}" stroke-width="${n(s * (0.016 - 0.01 * share))}"/>`;
    }) +
    stroke(`M${n(w / 2)} ${n(h * 0.14)}V${n(h * 0.4)}`, s * 0.006, p.b) +
    path(
      `M${n(w / 2)} ${n(h * 0.38)}C${n(w / 2 + s * 0.075)} ${n(h * 0.38 + s * 0.12)} ${n(w / 2 + s * 0.05)} ${n(h * 0.38 + s * 0.17)} ${n(w / 2)} ${n(h * 0.38 + s * 0.17)}C${n(w / 2 - s * 0.05)} ${n(h * 0.38 + s * 0.17)} ${n(w / 2 - s * 0.075)} ${n(h * 0.38 + s * 0.12)} ${n(w / 2)} ${n(h * 0.38)}Z`,
      p.c,
    ) +
    ring(w / 2, h * 0.66, 0, 0, p.a)
  );
};

export const spirals = { spiral, twist, rosette, tunnel, bulge, sliced };
export const mystery = { eye, eyes, keyhole, maze, profile, sliced, ripples };
