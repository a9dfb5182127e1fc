import { type Brush, drawTimes, type Motif, times } from '../brush.ts';
import { luminance, mix } from '../colour/colour.ts';
import {
  circle,
  clipped,
  ellipse,
  glow,
  gradient,
  line,
  n,
  type Point,
  pointAt,
  rect,
  ring,
  smooth,
  stroke,
  turned,
} from '../draw.ts';

function starfield({ w, h, p, random, range }: Brush, count: number): string {
  return drawTimes(count, () => circle(random() * w, random() * h, range(0.6, 2), p.ink));
}

/** Rings around a point off the centre, thick to thin. */
const concentric: Motif = ({ w, h, s, p, range, int, pick }) => {
  const [x, y] = [w * range(0.35, 0.65), h * range(0.4, 0.6)];
  const count = int(5, 9);
  const step = (s * 0.95) / count;
  return (
    drawTimes(count, (ringAt) => {
      const from = count - ringAt;
      return circle(x, y, from * step * 0.78, [p.b, p.ground, p.a, p.ground][ringAt % 4] ?? p.a);
    }) + circle(x, y, step * 0.55, pick([p.c, p.a]))
  );
};

/** A planet with a ring that passes before and behind it. */
const saturn: Motif = (brush) => {
  const { w, h, s, p, range, int } = brush;
  const [x, y, radius] = [w / 2, h * range(0.46, 0.54), s * range(0.24, 0.3)];
  const tilt = range(-28, -12);
  const bands = drawTimes(int(3, 6), (band) =>
    rect(
      x - radius,
      y - radius + radius * (0.25 + band * 0.36),
      radius * 2,
      radius * range(0.07, 0.2),
      band % 2 ? p.c : p.b,
    ),
  );
  const planet = clipped(turned(circle(x, y, radius, p.a) + bands, tilt, x, y), circle(x, y, radius, '#000'));
  const orbit = (grow: number, width: number, half: 'back' | 'front') => {
    const [rx, ry] = [radius * grow, radius * grow * 0.26];
    const sweep = half === 'back' ? 1 : 0;
    return stroke(`M${n(x - rx)} ${n(y)}A${n(rx)} ${n(ry)} 0 0 ${sweep} ${n(x + rx)} ${n(y)}`, width, p.c);
  };
  const rings = (half: 'back' | 'front') =>
    turned(orbit(1.75, radius * 0.16, half) + orbit(2.1, radius * 0.05, half), tilt, x, y);
  return (
    starfield(brush, 40) +
    rings('back') +
    planet +
    rings('front') +
    circle(w * range(0.12, 0.25), h * range(0.12, 0.25), s * 0.035, p.c)
  );
};

/** Thin paths around a sun, each with its planet. */
const orbits: Motif = (brush) => {
  const { w, h, s, p, range, int, pick } = brush;
  const [x, y] = [w / 2, h / 2];
  const squash = range(0.3, 1);
  const tilt = range(-40, 40);
  const count = int(4, 6);
  const paths = drawTimes(count, (step) => {
    const radius = s * (0.17 + (step * 0.42) / count + 0.02 * step);
    const [px, py] = pointAt(0, 0, 1, range(0, 360));
    return (
      `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(radius)}" ry="${n(radius * squash)}" fill="none" stroke="${mix(p.ground, p.a, 0.6)}" stroke-width="${n(s * 0.006)}"/>` +
      circle(x + px * radius, y + py * radius * squash, s * range(0.018, 0.045), pick([p.a, p.c, p.b, p.ink]))
    );
  });
  return (
    starfield(brush, 30) + glow(x, y, s * 0.35, p.c, 0.5) + turned(paths, tilt, x, y) + circle(x, y, s * 0.11, p.c)
  );
};

/** An eclipse. */
const corona: Motif = (brush) => {
  const { w, h, s, p, range } = brush;
  const [x, y, radius] = [w / 2, h * range(0.44, 0.52), s * range(0.26, 0.31)];
  const shift = radius * range(0.03, 0.09);
  return (
    glow(x, y, radius * 2.1, p.a, 0.55) +
    glow(x + shift, y - shift, radius * 1.45, p.c, 0.9) +
    circle(x + shift * 0.8, y - shift * 0.8, radius * 1.02, p.c) +
    circle(x, y, radius, luminance(p.ground) > 0.3 ? p.ink : mix(p.ground, '#000000', 0.45)) +
    starfield(brush, 24)
  );
};

/** The phases of a moon in a row or a ladder. */
const phases: Motif = ({ w, h, s, p, int, chance }) => {
  const count = int(3, 5) * 2 - 1;
  const isLadder = h > w * 0.9;
  const length = isLadder ? h : w;
  const radius = Math.min(s * 0.16, (length / count) * 0.42);
  const rows = chance(0.5) && count <= 7 ? 3 : 1;
  return drawTimes(rows, (row) =>
    drawTimes(count, (step) => {
      const along = (length * (step + 0.5)) / count;
      const across = (isLadder ? w : h) * (rows === 1 ? 0.5 : 0.2 + row * 0.3);
      const [x, y] = isLadder ? [across, along] : [across === along ? along : along, across];
      const turn = ((step + row * 2) % count) / (count - 1);
      const shadow = (turn - 0.5) * 4 * radius;
      const dark = mix(p.ground, p.b, 0.75);
      const size = rows === 1 ? radius : Math.min(radius, (isLadder ? w : h) * 0.13);
      return (
        circle(x, y, size, turn === 0.5 ? p.c : p.a) +
        (turn === 0.5
          ? ''
          : clipped(circle(x + (shadow * size) / radius, y, size * 1.02, dark), circle(x, y, size + 0.5, '#000')))
      );
    }),
  );
};

/** A half disc on the horizon, reflected in stripes on the water. */
const rising: Motif = ({ w, h, s, p, range, int }) => {
  const [x, horizon] = [w * range(0.4, 0.6), h * range(0.56, 0.66)];
  const radius = s * range(0.3, 0.38);
  const stripes = int(5, 8);
  const gap = (h - horizon) / stripes;
  return (
    glow(x, horizon, radius * 1.9, p.c, 0.35) +
    clipped(
      gradient(p.c, p.a, 90, (fill) => circle(x, horizon, radius, fill)),
      rect(0, 0, w, horizon, '#000'),
    ) +
    rect(0, horizon, w, h, p.b) +
    drawTimes(stripes, (step) => {
      const width = radius * (1.9 - step * 0.2) * range(0.75, 1.05);
      return rect(
        x - width / 2 + range(-8, 8),
        horizon + gap * (step + 0.35),
        width,
        gap * (0.42 - step * 0.03),
        step % 2 ? p.a : p.c,
      );
    })
  );
};

/** A ball shaded with dots. */
const halftone: Motif = ({ w, h, s, p, range }) => {
  const [x, y, radius] = [w / 2, h / 2, s * 0.42];
  const grid = radius / 11;
  const light = range(0, 360);
  const [lx, ly] = pointAt(0, 0, 0.55, light);
  const [bx, by] = pointAt(x, y, radius * 0.8, light + 180);
  let dots = '';
  for (let row = -12; row <= 12; row++) {
    for (let column = -12; column <= 12; column++) {
      const [dx, dy] = [((column + (row & 1) / 2) * grid) / radius, (row * grid * 0.88) / radius];
      const inside = dx * dx + dy * dy;
      if (inside < 1) {
        const depth = Math.sqrt(1 - inside);
        const shade = Math.max(0.08, 1 - (dx * lx + dy * ly + depth * 0.8));
        dots += circle(x + dx * radius, y + dy * radius, grid * 0.62 * Math.min(1, shade), p.a);
      }
    }
  }
  return circle(bx, by, radius * 0.75, p.b) + dots + circle(...pointAt(x, y, radius * 1.02, light - 8), s * 0.045, p.c);
};

/** A glowing grid up to the horizon under a striped sun. */
const lattice: Motif = ({ w, h, s, p, range, int }) => {
  const horizon = h * range(0.52, 0.6);
  const [x, radius] = [w / 2, s * 0.31];
  const slots = int(4, 6);
  const lines = drawTimes(25, (step) =>
    line([w / 2 + (step - 12) * w * 0.03, horizon], [w / 2 + (step - 12) * w * 0.22, h], 1.6, p.c),
  );
  const rows = drawTimes(9, (step) => {
    const y = horizon + (h - horizon) * ((step + 0.2) / 9) ** 1.9;
    return rect(0, y, w, 1 + step * 0.25, p.c);
  });
  return (
    glow(x, horizon - radius * 0.3, radius * 1.9, p.a, 0.5) +
    clipped(
      gradient(p.c, p.a, 90, (fill) => circle(x, horizon - radius * 0.35, radius, fill)) +
        drawTimes(slots, (step) =>
          rect(0, horizon - radius * (0.62 - step * 0.2) + radius * 0.15, w, radius * (0.03 + step * 0.017), p.ground),
        ),
      rect(0, 0, w, horizon, '#000'),
    ) +
    rect(0, horizon, w, h - horizon, mix(p.ground, p.b, 0.55)) +
    lines +
    rows
  );
};

/** A small spacecraft on a curved path past a large planet. */
const flyby: Motif = (brush) => {
  const { w, h, s, p, range, chance } = brush;
  const radius = s * range(0.55, 0.75);
  const side = chance(0.5) ? 0 : w;
  const [x, y] = [side, h * range(0.75, 0.95)];
  const arc = radius * range(1.2, 1.32);
  const at = side === 0 ? range(-70, -40) : range(-140, -110);
  const [sx, sy] = pointAt(x, y, arc, at);
  return (
    starfield(brush, 50) +
    gradient(p.a, p.b, side === 0 ? 60 : 120, (fill) => circle(x, y, radius, fill)) +
    ring(x, y, arc, s * 0.005, p.ink) +
    circle(sx, sy, s * 0.032, p.c) +
    ring(sx, sy, s * 0.055, s * 0.005, p.c) +
    circle(w - x + (side === 0 ? -1 : 1) * w * 0.24, h * 0.18, s * 0.06, p.c)
  );
};

/** A signal: curved lines around a source. */
const signal: Motif = ({ w, h, s, p, range, int }) => {
  const rows = int(15, 21);
  const [x, y] = [w * range(0.4, 0.6), h * range(0.44, 0.56)];
  const beat = range(0.05, 0.075) * s;
  return (
    drawTimes(rows, (row) => {
      const base = (h * (row + 0.5)) / rows;
      const list = times(41, (step): Point => {
        const at = (w * step) / 40;
        const far = Math.hypot(at - x, base - y);
        return [at, base + Math.sin(far / beat) * h * 0.032 * Math.exp(-far / (s * 0.34))];
      });
      return stroke(smooth(list), s * 0.009, row % 5 === 2 ? p.c : p.a);
    }) + circle(x, y, s * 0.06, p.c)
  );
};

/** Two sets of fine rings that make a moiré pattern. */
const moire: Motif = ({ w, h, s, p, range }) => {
  const gap = s * 0.026;
  const offset = s * range(0.07, 0.16);
  const set = (x: number, colour: string) =>
    drawTimes(17, (step) => ring(x, h / 2, gap * (step + 1), gap * 0.42, colour));
  return set(w / 2 - offset, p.a) + set(w / 2 + offset, p.c) + ellipse(w / 2, h / 2, s * 0.035, s * 0.035, p.ink);
};

export const cosmos = { concentric, saturn, orbits, corona, phases, rising, halftone, lattice, flyby, signal, moire };
