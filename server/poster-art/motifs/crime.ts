import { drawTimes, type Motif } from '../brush.ts';
import { circle, clipped, line, n, pointAt, polygon, rect, ring, starPoints, turned } from '../draw.ts';
import { blinds, facade, lamp, standing } from './city.ts';

/** A target with bullet holes. */
const target: Motif = ({ w, h, s, p, range, int }) => {
  const [x, y] = [w / 2, h / 2];
  const rings = int(4, 6);
  return (
    drawTimes(rings, (step) => circle(x, y, s * 0.43 * (1 - step / rings), step % 2 ? p.ground : p.a)) +
    circle(x, y, s * 0.045, p.c) +
    drawTimes(int(3, 5), () => {
      const [hx, hy] = pointAt(x, y, s * range(0.06, 0.36), range(0, 360));
      return polygon(starPoints(hx, hy, s * 0.05, s * 0.026, 9, range(0, 40)), p.c) + circle(hx, hy, s * 0.02, p.ink);
    })
  );
};

const crosshair: Motif = ({ w, h, s, p, range }) => {
  const [x, y, radius] = [w * range(0.44, 0.56), h * range(0.44, 0.56), s * 0.33];
  return (
    circle(x, y, radius, p.a) +
    ring(x, y, radius * 1.16, s * 0.01, p.a) +
    line([x, y - radius * 1.45], [x, y - radius * 0.22], s * 0.012, p.ink) +
    line([x, y + radius * 0.22], [x, y + radius * 1.45], s * 0.012, p.ink) +
    line([x - radius * 1.45, y], [x - radius * 0.22, y], s * 0.012, p.ink) +
    line([x + radius * 0.22, y], [x + radius * 1.45, y], s * 0.012, p.ink) +
    clipped(standing(x, y + radius * 0.95, radius * 1.25, p.ground), circle(x, y, radius, '#000')) +
    circle(x, y - radius * 0.02, s * 0.022, p.c)
  );
};

/** Ridges of a fingerprint: arches below, loops above, broken here and there. */
const fingerprint: Motif = ({ w, h, s, p, range, int }) => {
  const [x, y] = [w / 2, h * 0.5];
  const ridges = int(9, 11);
  const gap = (s * 0.36) / ridges;
  const hot = int(2, ridges - 2);
  return turned(
    drawTimes(ridges, (step) => {
      const [rx, foot] = [gap * (step + 0.5), y + s * 0.34 - step * gap * 0.55];
      const top = y - gap * step * 0.95 - gap * 0.5;
      const long = (foot - top) * 2 + rx * 2.6;
      const d = `M${n(x - rx)} ${n(foot + range(-0.6, 0.6) * gap)}V${n(top + rx * 0.7)}A${n(rx)} ${n(rx * 1.05)} 0 0 1 ${n(x + rx)} ${n(top + rx * 0.7)}V${n(foot + range(-1.5, 1.5) * gap)}`;
      return `<path d="${d}" fill="none" stroke="${step === hot ? p.c : p.a}" stroke-width="${n(gap * 0.5)}" stroke-linecap="round" stroke-dasharray="${n(long * range(0.2, 0.4))} ${n(gap * 1.3)} ${n(long * range(0.3, 0.8))} ${n(gap * 1.3)}"/>`;
    }),
    range(-16, 16),
    x,
    y,
  );
};

/** Squares of a board, one piece out of place. */
const board: Motif = ({ w, h, s, p, int, chance }) => {
  const size = s / (chance(0.5) ? 6 : 5);
  const [columns, rows] = [Math.ceil(w / size), Math.ceil(h / size)];
  const [hotColumn, hotRow] = [int(1, columns - 2), int(1, rows - 2)];
  const [x, y] = [(hotColumn + 0.5) * size, (hotRow + 0.5) * size];
  return (
    drawTimes(columns * rows, (cell) => {
      const [column, row] = [cell % columns, Math.floor(cell / columns)];
      return (column + row) % 2
        ? rect(column * size, row * size, size + 0.4, size + 0.4, row > rows / 2 ? p.a : p.b)
        : '';
    }) +
    circle(x, y, size * 0.44, p.ground) +
    circle(x, y, size * 0.36, p.c) +
    circle(x, y, size * 0.16, p.ink)
  );
};

export const crime = { target, crosshair, fingerprint, board, blinds, facade, lamp };
