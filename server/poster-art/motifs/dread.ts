import { drawTimes, type Motif, times } from '../brush.ts';
import { luminance, mix } from '../colour/colour.ts';
import { inkOnDark } from '../colour/palettes.ts';
import {
  circle,
  clipped,
  ellipse,
  glow,
  n,
  type Point,
  path,
  pointAt,
  polygon,
  rect,
  smooth,
  stroke,
  turned,
} from '../draw.ts';
import { standing } from './city.ts';

/** An open mouth. */
const teeth: Motif = ({ w, h, s, p, range, int }) => {
  const [x, y] = [w / 2, h / 2];
  const [rx, ry] = [s * 0.46, s * range(0.3, 0.38)];
  const ivory = luminance(p.ink) > 0.4 ? p.ink : inkOnDark;
  const count = int(7, 9);
  const gap = (rx * 2) / count;
  const lip = (grow: number, fill: string) => ellipse(x, y, rx * grow, ry * grow, fill);
  const row = (way: number) =>
    drawTimes(count, (step) => {
      const left = x - rx + gap * step;
      const base = y - way * ry * 1.05;
      const long = ry * (0.62 + 0.3 * Math.sin(((step + 0.5) / count) * Math.PI)) * range(0.85, 1.1);
      return polygon(
        [
          [left, base],
          [left + gap, base],
          [left + gap * range(0.4, 0.6), base + way * long],
        ],
        ivory,
      );
    });
  return (
    lip(1.12, p.b) +
    lip(1, mix(p.ground, '#000000', 0.7)) +
    clipped(
      ellipse(x, y + ry * 0.75, rx * 0.55, ry * 0.5, p.c) + row(1) + row(-1),
      `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}"/>`,
    )
  );
};

/** Claw marks through the paper. */
const claws: Motif = ({ w, h, s, p, range, int }) => {
  const count = int(3, 4);
  const gap = s * 0.2;
  return (
    circle(w / 2, h / 2, s * 0.4, p.b) +
    turned(
      drawTimes(count, (step) => {
        const x = w / 2 + (step - (count - 1) / 2) * gap;
        const [top, foot] = [h / 2 - s * range(0.42, 0.52), h / 2 + s * range(0.38, 0.54)];
        const wide = s * range(0.035, 0.055);
        const side = (way: number) =>
          times(
            9,
            (tooth): Point => [
              x + way * wide * Math.sin(((tooth + 0.4) / 9.4) * Math.PI) * range(0.6, 1.25),
              top + ((foot - top) * tooth) / 8,
            ],
          );
        return polygon(
          [[x, top - s * 0.06], ...side(1), [x, foot + s * 0.08], ...side(-1).reverse()],
          step === 1 ? p.c : p.a,
        );
      }),
      range(14, 30),
      w / 2,
      h / 2,
    )
  );
};

/** Paint that runs from above. */
const drips: Motif = ({ w, h, s, p, range, int }) => {
  const count = int(8, 11);
  const gap = w / count;
  const layer = (low: number, high: number, fill: string) => {
    let d = `M0 -10H${n(w)}V${n(h * low)}`;
    for (let step = count; step > 0; step--) {
      const x = gap * step;
      const long = h * range(low, high);
      const neck = gap * range(0.2, 0.32);
      d += `Q${n(x - neck * 0.2)} ${n(h * low)} ${n(x - neck)} ${n(h * low + neck)}V${n(long)}a${n(gap / 2 - neck)} ${n(gap / 2 - neck)} 0 0 1 ${n(-(gap - neck * 2))} 0V${n(h * low + neck)}Q${n(x - gap + neck * 0.2)} ${n(h * low)} ${n(x - gap)} ${n(h * low)}`;
    }
    return path(`${d}Z`, fill);
  };
  return circle(w / 2, h * 0.62, s * range(0.22, 0.3), p.c) + layer(0.3, 0.86, p.b) + layer(0.14, 0.66, p.a);
};

/** Bare tree trunks with one light between them. */
const woods: Motif = ({ w, h, s, p, range, int }) => {
  const trunk = (x: number, wide: number, fill: string) => {
    const branch = (y: number, side: number, long: number) =>
      stroke(
        `M${n(x)} ${n(y)}q${n(side * long * 0.5)} ${n(-long * 0.1)} ${n(side * long)} ${n(-long * 0.6)}`,
        wide * 0.28,
        fill,
        'round',
      );
    return (
      polygon(
        [
          [x - wide * 0.42, -10],
          [x + wide * 0.42, -10],
          [x + wide * 0.55, h * 0.9],
          [x + wide * 0.9, h + 10],
          [x - wide * 0.9, h + 10],
          [x - wide * 0.55, h * 0.9],
        ],
        fill,
      ) +
      branch(h * range(0.2, 0.5), 1, s * range(0.08, 0.16)) +
      branch(h * range(0.15, 0.45), -1, s * range(0.08, 0.16))
    );
  };
  const [x, y] = [w * range(0.4, 0.6), h * range(0.5, 0.62)];
  return (
    glow(x, y, s * 0.5, p.c, 0.75) +
    drawTimes(int(6, 8), (step) =>
      trunk((w / 7) * (step + 0.3 + range(-0.2, 0.2)), s * range(0.015, 0.035), mix(p.ground, p.b, 0.9)),
    ) +
    standing(x, y + s * 0.2, s * range(0.26, 0.34), mix(p.ground, '#000000', 0.6)) +
    drawTimes(int(4, 5), (step) => trunk((w / 4) * (step + range(-0.05, 0.2)), s * range(0.05, 0.085), p.a))
  );
};

/** A door that is slightly open. */
const door: Motif = ({ w, h, s, p, range, chance }) => {
  const [x, floor] = [w / 2, h * 0.82];
  const [wide, tall] = [s * 0.3, s * range(0.56, 0.64)];
  const open = wide * range(0.45, 0.75);
  const light = p.c;
  return (
    rect(0, floor, w, h - floor, p.b) +
    rect(x - wide / 2 - s * 0.025, floor - tall - s * 0.025, wide + s * 0.05, tall + s * 0.025, p.a) +
    rect(x - wide / 2, floor - tall, wide, tall, light) +
    polygon(
      [
        [x - wide / 2, floor],
        [x + wide / 2, floor],
        [x + wide * 1.5, h],
        [x - wide * 1.1, h],
      ],
      mix(p.b, light, 0.75),
    ) +
    (chance(0.6)
      ? standing(x + wide * 0.12, floor, tall * 0.72, mix(p.ground, '#000000', 0.65)) +
        polygon(
          [
            [x + wide * 0.02, floor],
            [x + wide * 0.22, floor],
            [x + wide * 0.5, h],
            [x + wide * 0.02, h],
          ],
          p.b,
        )
      : '') +
    polygon(
      [
        [x - wide / 2, floor - tall],
        [x - wide / 2 + (wide - open) * 0.5, floor - tall + s * 0.04],
        [x - wide / 2 + (wide - open) * 0.5, floor + s * 0.06],
        [x - wide / 2, floor],
      ],
      p.a,
    )
  );
};

/** A house on a hill with a lit window. */
const house: Motif = ({ w, h, s, p, range, chance }) => {
  const [x, foot] = [w * range(0.46, 0.54), h * 0.72];
  const dark = p.a;
  const gable = (left: number, wide: number, tall: number, roof: number) =>
    rect(left, foot - tall, wide, tall + s * 0.1, dark) +
    polygon(
      [
        [left - s * 0.025, foot - tall + 1],
        [left + wide / 2, foot - tall - roof],
        [left + wide + s * 0.025, foot - tall + 1],
      ],
      dark,
    );
  const window = (wx: number, wy: number, fill: string) => rect(wx, wy, s * 0.045, s * 0.07, fill);
  return (
    circle(x + s * (chance(0.5) ? 0.16 : -0.16), h * 0.32, s * range(0.2, 0.27), p.c) +
    path(
      `M-10 ${n(h)}C${n(w * 0.2)} ${n(h * 0.86)} ${n(w * 0.3)} ${n(foot)} ${n(x)} ${n(foot)}S${n(w * 0.85)} ${n(h * 0.84)} ${n(w + 10)} ${n(h * 0.97)}V${n(h + 10)}H-10Z`,
      p.b,
    ) +
    gable(x - s * 0.22, s * 0.2, s * 0.22, s * 0.13) +
    gable(x - s * 0.06, s * 0.15, s * 0.36, s * 0.17) +
    gable(x + s * 0.08, s * 0.16, s * 0.18, s * 0.11) +
    rect(x + s * 0.17, foot - s * 0.33, s * 0.03, s * 0.12, dark) +
    window(x - s * 0.15, foot - s * 0.17, p.ground) +
    window(x - s * 0.008, foot - s * 0.31, p.c) +
    window(x + s * 0.135, foot - s * 0.14, p.ground) +
    rect(x - s * 0.012, foot - s * 0.09, s * 0.055, s * 0.12, p.ground)
  );
};

/** A hanging bulb, swinging. */
const bulb: Motif = ({ w, h, s, p, range }) => {
  const [x, y] = [w * range(0.44, 0.56), h * 0.44];
  return (
    glow(x, y, s * 0.62, p.c, 0.8) +
    drawTimes(14, (step) =>
      polygon(
        [
          pointAt(x, y, s * 0.2, step * 25.7),
          pointAt(x, y, s * (step % 2 ? 0.42 : 0.54), step * 25.7 - 2.2),
          pointAt(x, y, s * (step % 2 ? 0.42 : 0.54), step * 25.7 + 2.2),
        ],
        p.b,
      ),
    ) +
    stroke(`M${n(w / 2)} -10Q${n(w / 2)} ${n(y * 0.4)} ${n(x)} ${n(y - s * 0.2)}`, s * 0.012, p.a) +
    circle(x, y, s * 0.14, p.c) +
    path(`M${n(x - s * 0.06)} ${n(y - s * 0.1)}V${n(y - s * 0.2)}H${n(x + s * 0.06)}V${n(y - s * 0.1)}Z`, p.a) +
    stroke(
      `M${n(x - s * 0.05)} ${n(y)}l${n(s * 0.025)} ${n(s * 0.045)}l${n(s * 0.025)} ${n(-s * 0.06)}l${n(s * 0.025)} ${n(s * 0.06)}l${n(s * 0.025)} ${n(-s * 0.045)}`,
      s * 0.009,
      p.a,
    )
  );
};

/** A hand reaching out of the ground. */
const grave: Motif = ({ w, h, s, p, range, int }) => {
  const [x, ground] = [w / 2, h * 0.76];
  const finger = (dx: number, long: number, lean: number) =>
    stroke(
      `M${n(x + dx)} ${n(ground - s * 0.3)}q${n(lean * 0.3)} ${n(-long * 0.5)} ${n(lean)} ${n(-long)}`,
      s * 0.052,
      p.a,
      'round',
    );
  const hills = times(7, (step): Point => [(w * (step - 0.5)) / 5.5, ground + range(-0.02, 0.02) * h]);
  return (
    circle(x + s * range(-0.1, 0.1), h * 0.4, s * 0.33, p.c) +
    path(
      `M${n(x - s * 0.075)} ${n(ground + s * 0.1)}L${n(x - s * 0.11)} ${n(ground - s * 0.3)}Q${n(x)} ${n(ground - s * 0.36)} ${n(x + s * 0.11)} ${n(ground - s * 0.3)}L${n(x + s * 0.075)} ${n(ground + s * 0.1)}Z`,
      p.a,
    ) +
    finger(-0.082 * s, s * 0.17, -s * 0.045) +
    finger(-0.028 * s, s * 0.22, -s * 0.01) +
    finger(0.028 * s, s * 0.21, s * 0.02) +
    finger(0.082 * s, s * 0.16, s * 0.05) +
    stroke(
      `M${n(x - s * 0.09)} ${n(ground - s * 0.2)}q${n(-s * 0.1)} ${n(-s * 0.02)} ${n(-s * 0.13)} ${n(-s * 0.13)}`,
      s * 0.055,
      p.a,
      'round',
    ) +
    path(`${smooth(hills)}L${n(w + 60)} ${n(h + 10)}H-60Z`, p.b) +
    drawTimes(int(3, 5), (step) => {
      const left = w * (0.06 + step * 0.21 + range(0, 0.06));
      const tall = s * range(0.08, 0.13);
      return Math.abs(left + s * 0.04 - x) < s * 0.17
        ? ''
        : clipped(
            `<rect x="${n(left)}" y="${n(ground - tall)}" width="${n(s * 0.085)}" height="${n(tall * 2)}" rx="${n(s * 0.042)}" fill="${p.b}"/>`,
            rect(0, 0, w, h, '#000'),
          );
    })
  );
};

export const dread = { teeth, claws, drips, woods, door, house, bulb, grave };
