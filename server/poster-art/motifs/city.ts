import { type Brush, drawTimes, type Motif, times } from '../brush.ts';
import { mix } from '../colour/colour.ts';
import {
  circle,
  clipped,
  glow,
  line,
  n,
  type Point,
  path,
  polygon,
  polyline,
  rect,
  ring,
  stroke,
  turned,
} from '../draw.ts';

/** Towers with some windows lit. */
const skyline: Motif = (brush) => {
  const { w, h, s, p, range, int, random } = brush;
  const row = (count: number, low: number, high: number, fill: string, lit: string) =>
    drawTimes(count, (step) => {
      const wide = (w / count) * range(0.75, 1.02);
      const x = (w / count) * (step + 0.5) - wide / 2;
      const top = h * range(low, high);
      const columns = Math.max(2, Math.round(wide / (s * 0.05)));
      const gap = wide / (columns + 0.4);
      let windows = '';
      for (let y = top + gap * 0.7; y < h - gap; y += gap * 1.15) {
        for (let column = 0; column < columns; column++) {
          if (random() < 0.3) windows += rect(x + gap * (0.42 + column), y, gap * 0.5, gap * 0.62, lit);
        }
      }
      return (
        rect(x, top, wide, h - top, fill) +
        (int(0, 3) === 0 ? rect(x + wide * 0.46, top - s * 0.09, wide * 0.08, s * 0.09, fill) : '') +
        windows
      );
    });
  return (
    circle(w * range(0.3, 0.7), h * range(0.22, 0.34), s * range(0.15, 0.22), p.c) +
    row(int(5, 7), 0.34, 0.56, mix(p.ground, p.b, 0.75), p.ground) +
    row(int(4, 5), 0.52, 0.76, p.a, p.c)
  );
};

/** The front of one building with one window lit. */
const facade: Motif = ({ w, h, s, p, int, random, range }) => {
  const columns = w > h * 1.2 ? 11 : int(5, 7);
  const gap = w / (columns + 0.5);
  const tall = gap * range(1.15, 1.5);
  const rows = Math.floor(h / tall);
  const [hotColumn, hotRow] = [int(1, columns - 2), int(1, rows - 2)];
  let windows = '';
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [gap * (0.5 + column), (h - rows * tall) / 2 + tall * (row + 0.2)];
      const isHot = column === hotColumn && row === hotRow;
      const fill = isHot ? p.c : random() < 0.24 ? p.a : mix(p.ground, p.b, 0.8);
      windows += rect(x, y, gap * 0.56, tall * 0.6, fill);
      if (isHot)
        windows +=
          circle(x + gap * 0.28, y + tall * 0.36, gap * 0.1, p.ground) +
          path(
            `M${n(x + gap * 0.1)} ${n(y + tall * 0.6)}a${n(gap * 0.18)} ${n(gap * 0.2)} 0 0 1 ${n(gap * 0.36)} 0Z`,
            p.ground,
          );
    }
  }
  return windows + rect(0, h - s * 0.02, w, s * 0.02, p.b);
};

/** Light through blinds. */
const blinds: Motif = ({ w, h, s, p, range, int }) => {
  const slats = int(9, 13);
  const gap = h / slats;
  const lean = range(-14, -6);
  return (
    turned(
      drawTimes(slats + 4, (step) =>
        rect(
          -w * 0.3,
          (step - 2) * gap,
          w * 1.6,
          gap * (0.34 + 0.02 * step),
          step % 1 ? p.b : mix(p.ground, p.a, 0.25 + (0.65 * step) / slats),
        ),
      ),
      lean,
      w / 2,
      h / 2,
    ) +
    circle(w * range(0.42, 0.58), h * 0.46, s * 0.2, p.c) +
    turned(
      clipped(
        drawTimes(slats + 4, (step) => rect(-w * 0.3, (step - 2) * gap + gap * 0.5, w * 1.6, gap * 0.2, p.ground)),
        rect(-w, -h, w * 3, h * 3, '#000'),
      ),
      lean,
      w / 2,
      h / 2,
    )
  );
};

/** A street map, and one route through it. */
const streets: Motif = ({ w, h, s, p, range, int, chance }) => {
  const turn = range(-30, 30);
  const reach = Math.hypot(w, h);
  const gap = s * range(0.1, 0.14);
  const count = Math.ceil(reach / gap);
  const [x0, y0] = [w / 2 - reach / 2, h / 2 - reach / 2];
  const blocks = drawTimes(count * count, (cell) => {
    const [column, row] = [cell % count, Math.floor(cell / count)];
    const wide = chance(0.16) ? 1 : 0;
    return rect(
      x0 + column * gap,
      y0 + row * gap,
      gap * (0.86 + wide),
      gap * 0.86,
      (column * 7 + row * 3) % 11 === 0 ? p.a : mix(p.ground, p.b, 0.72),
    );
  });
  let [column, row] = [Math.floor(count * 0.28), Math.floor(count * 0.7)];
  const route: Point[] = [[x0 + (column - 0.07) * gap, y0 + (row - 0.07) * gap]];
  for (let step = 0; step < 6; step++) {
    if (step % 2) row -= int(1, 2);
    else column += int(1, 2);
    route.push([x0 + (column - 0.07) * gap, y0 + (row - 0.07) * gap]);
  }
  const first: Point = route[0] ?? [0, 0];
  const last: Point = route.at(-1) ?? [0, 0];
  return turned(
    blocks +
      line([x0, y0 + reach * 0.2], [x0 + reach, y0 + reach * 0.86], gap * 0.34, p.ground) +
      polyline(route, s * 0.022, p.c) +
      circle(...first, s * 0.035, p.c) +
      circle(...last, s * 0.035, p.ink) +
      ring(...last, s * 0.06, s * 0.01, p.c),
    turn,
    w / 2,
    h / 2,
  );
};

/** Looking straight up between towers. */
const canyon: Motif = ({ w, h, s, p, range }) => {
  const [x, y] = [w * range(0.42, 0.58), h * range(0.4, 0.55)];
  const corners: Point[] = [
    [-10, -10],
    [w + 10, -10],
    [w + 10, h + 10],
    [-10, h + 10],
  ];
  const inner = corners.map(([cx, cy]): Point => [x + (cx - x) * range(0.16, 0.32), y + (cy - y) * range(0.16, 0.32)]);
  const fills = [p.b, p.a, mix(p.b, p.ground, 0.3), mix(p.a, p.ground, 0.35)];
  return (
    rect(0, 0, w, h, p.c) +
    corners
      .map((corner, side) => {
        const [next, own, nextInner] = [
          corners[(side + 1) % 4] ?? corner,
          inner[side] ?? corner,
          inner[(side + 1) % 4] ?? corner,
        ];
        const along = (from: Point, to: Point, share: number): Point => [
          from[0] + (to[0] - from[0]) * share,
          from[1] + (to[1] - from[1]) * share,
        ];
        const floors = drawTimes(11, (floor) => {
          const share = (floor / 11) ** 1.6;
          return line(along(own, corner, share), along(nextInner, next, share), 1 + share * s * 0.012, p.ground);
        });
        return polygon([corner, next, nextInner, own], fills[side] ?? p.b) + floors;
      })
      .join('') +
    circle(x, y, s * 0.035, p.ink)
  );
};

/** A standing person, seen from far away. */
function standing(x: number, foot: number, tall: number, fill: string): string {
  return (
    circle(x, foot - tall * 0.88, tall * 0.105, fill) +
    path(
      `M${n(x - tall * 0.17)} ${n(foot - tall * 0.62)}Q${n(x)} ${n(foot - tall * 0.85)} ${n(x + tall * 0.17)} ${n(foot - tall * 0.62)}L${n(x + tall * 0.14)} ${n(foot)}H${n(x - tall * 0.14)}Z`,
      fill,
    )
  );
}

/** A street lamp with a person in its cone of light. */
const lamp: Motif = ({ w, h, s, p, range, chance }) => {
  const side = chance(0.5) ? 1 : -1;
  const x = w / 2 - side * s * 0.24;
  const [top, ground] = [h * 0.14, h * 0.88];
  const head = x + side * s * 0.2;
  return (
    polygon(
      [
        [head - s * 0.04, top + s * 0.03],
        [head + s * 0.04, top + s * 0.03],
        [head + s * 0.42, ground],
        [head - s * 0.32, ground],
      ],
      mix(p.ground, p.c, 0.72),
    ) +
    glow(head, top + s * 0.04, s * 0.22, p.c, 0.7) +
    rect(0, ground, w, h - ground, p.b) +
    stroke(
      `M${n(x)} ${n(ground)}V${n(top + s * 0.1)}Q${n(x)} ${n(top)} ${n(x + side * s * 0.1)} ${n(top)}H${n(head)}`,
      s * 0.018,
      p.a,
    ) +
    polygon(
      [
        [head - s * 0.06, top + s * 0.035],
        [head + s * 0.06, top + s * 0.035],
        [head + s * 0.03, top - s * 0.01],
        [head - s * 0.03, top - s * 0.01],
      ],
      p.a,
    ) +
    standing(head + s * range(-0.02, 0.12), ground + s * 0.02, s * range(0.3, 0.38), mix(p.ground, '#000000', 0.5)) +
    polygon(
      [
        [head + s * 0.05, ground + s * 0.02],
        [head + s * 0.12, ground + s * 0.02],
        [head + s * 0.36, h],
        [head + s * 0.2, h],
      ],
      mix(p.b, '#000000', 0.35),
    )
  );
};

const rain: Motif = (brush: Brush) => {
  const { w, h, s, p, range, random } = brush;
  const ground = h * 0.84;
  const x = w * range(0.4, 0.6);
  const drops = drawTimes(90, () => {
    const [dx, dy, long] = [random() * w * 1.2, random() * h, s * range(0.04, 0.12)];
    return line([dx, dy], [dx - long * 0.35, dy + long], 2, random() < 0.15 ? p.c : mix(p.ground, p.a, 0.6));
  });
  const half = s * 0.3;
  const scallops = times(4, () => `a${n(half / 4)} ${n(half / 5)} 0 0 0 ${n(-half / 2)} 0`).join('');
  return (
    drops +
    standing(x, ground, s * 0.46, p.a) +
    path(
      `M${n(x - half)} ${n(ground - s * 0.42)}A${n(half)} ${n(half * 0.8)} 0 0 1 ${n(x + half)} ${n(ground - s * 0.42)}${scallops}Z`,
      p.c,
    ) +
    line([x, ground - s * 0.42], [x, ground - s * 0.16], s * 0.012, p.ink) +
    rect(0, ground, w, h, p.b)
  );
};

export const city = { skyline, facade, blinds, streets, canyon, lamp, rain };
export { blinds, facade, lamp, standing };
