import { hashOf } from '../hash.ts';
import type { TitlePerson } from '../title.source.ts';
import { createBrush } from './brush.ts';
import { contrast, mix, shifted } from './colour.ts';
import { circle, n, polygon, rect, ring, sector, startDrawing } from './draw.ts';
import { type StyleName, styles } from './lettering.ts';
import { palettes } from './palettes.ts';
import type { Picture } from './render.ts';
import { capsAt, drawLine, lineWidth } from './typesetting.ts';

const WIDTH = 500;
const HEIGHT = 750;

/** First letters of the first and the last name: 'Robert De Niro' is RN, 'Zendaya' Z. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /^\p{Letter}/u.test(word) && !/^(?:jr|sr|i{2,3})\b/i.test(word));
  const first = words[0]?.charAt(0) ?? name.charAt(0);
  const last = words.length > 1 ? (words.at(-1)?.charAt(0) ?? '') : '';
  return (first + last).toUpperCase();
}

const moods = Object.values(palettes).flat();

/** A monogram on one large shape, right in a 2:3 card and in a circle cut from its middle. */
export function composePortrait(person: TitlePerson): Picture {
  startDrawing();
  const seed = hashOf(`person ${person.id}`);
  const chosen = moods[seed % moods.length] ?? palettes.drama[0];
  const ground = shifted(chosen.ground, (((seed >>> 8) & 31) - 16) * 0.6, 0);
  const { range, pick } = createBrush(WIDTH, HEIGHT, chosen, seed);
  const [x, y] = [WIDTH / 2, HEIGHT / 2];
  const tone = mix(ground, chosen.b, 0.8);
  const spark = contrast(chosen.c, ground) > 1.4 ? chosen.c : chosen.a;
  const shape = pick([
    () => circle(x, y, 214, tone) + circle(x + range(-90, 90), y - 190, range(30, 60), spark),
    () => sector(x, y + 40, 250, 180, 360, tone) + rect(0, y + 40, WIDTH, 14, spark),
    () => ring(x, y, 205, 26, tone) + ring(x, y, 165, 6, spark),
    () =>
      polygon(
        [
          [0, HEIGHT],
          [WIDTH, range(60, 240)],
          [WIDTH, HEIGHT],
        ],
        tone,
      ) + circle(range(80, 420), range(90, 170), 44, spark),
    () => rect(0, 0, x, HEIGHT, tone) + circle(x, y, 226, spark === chosen.c ? mix(ground, spark, 0.4) : tone),
    () =>
      [0, 1, 2, 3, 4].map((step) => circle(0, HEIGHT, 700 - step * 130, step % 2 ? ground : tone)).join('') +
      circle(390, 130, 48, spark),
    () =>
      `<rect x="${n(x - 175)}" y="${n(y - 260)}" width="350" height="620" rx="175" fill="${tone}"/>` +
      circle(x, y - 260, 26, spark),
    () =>
      [0, 1, 2, 3, 4, 5, 6, 7].map((step) => rect(0, step * 100, WIDTH, 50, step === 2 ? spark : tone)).join('') +
      circle(x, y, 200, ground),
  ])();
  const style = styles[pick<StyleName>(['anton', 'serif', 'gothic', 'shoulders', 'deco'])];
  const initials = initialsOf(person.name);
  const size = Math.min(330, 330 / lineWidth(initials, style));
  const ink = contrast(chosen.ink, ground) > 4 ? chosen.ink : contrast('#f3ead7', ground) > 4 ? '#f3ead7' : '#14131a';
  const text = drawLine(
    initials,
    style,
    size,
    x - (lineWidth(initials, style) * size) / 2,
    y + capsAt(style, size) / 2,
    ink,
  );
  return { svg: rect(0, 0, WIDTH, HEIGHT, ground) + shape + text, width: WIDTH, height: HEIGHT };
}
