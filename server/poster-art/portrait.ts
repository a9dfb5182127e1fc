import { createBrush } from './brush.ts';
import { contrast, mix, shifted } from './colour/colour.ts';
import { readable } from './colour/palette.ts';
import { palettes } from './colour/palettes.ts';
import { circle, n, polygon, rect, ring, sector, startDrawing } from './draw.ts';
import { hashOf } from './hash.ts';
import type { Picture } from './render.ts';
import type { ArtPerson } from './subject.ts';
import { capsAt, drawLine, lineWidth, type StyleName, styles } from './type/lettering.ts';

const WIDTH = 500;
const HEIGHT = 750;

/** Words that a last name can begin with, written with a capital: De Niro, Van Damme. */
const PARTICLE = /^(?:D[aeiou]|Del|Della|D[eo]s|La|Le|Van|Von|Saint|St)$/;

/** First letters of the first and the last name: 'Robert De Niro' is RD, 'Zendaya' Z. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /^\p{Letter}/u.test(word) && !/^(?:jr|sr|i{2,3})\b/i.test(word));
  const first = words[0]?.charAt(0) ?? name.charAt(0);
  const particle = words.find((word, at) => at > 0 && at < words.length - 1 && PARTICLE.test(word));
  const last = words.length > 1 ? ((particle ?? words.at(-1))?.charAt(0) ?? '') : '';
  return (first + last).toUpperCase();
}

const moods = Object.values(palettes).flat();

/** A monogram on one large shape. It suits a 2:3 card and a circle cut from its middle. */
export function composePortrait(person: ArtPerson): Picture {
  startDrawing();
  const seed = hashOf(`person ${person.id}`);
  const chosen = moods[seed % moods.length] ?? palettes.drama[0];
  const ground = shifted(chosen.ground, (((seed >>> 8) & 31) - 16) * 0.6, 0);
  const { range, pick } = createBrush(WIDTH, HEIGHT, chosen, seed);
  const [x, y] = [WIDTH / 2, HEIGHT / 2];
  const ink = readable(chosen.ink, ground);
  // As much of the second ink as keeps the letters readable.
  const toneShare =
    [0.9, 0.75, 0.6, 0.45, 0.3].find((share) => contrast(mix(ground, chosen.b, share), ink) > 3.6) ?? 0.2;
  const tone = mix(ground, chosen.b, toneShare);
  const spark = contrast(chosen.c, ground) > 1.4 ? chosen.c : chosen.a;
  const shape = pick([
    () => circle(x, y, 214, tone) + circle(x + range(-90, 90), y - 190, range(30, 60), spark),
    () => sector(x, y + 150, 235, 180, 360, tone) + rect(0, y + 150, WIDTH, 14, spark),
    () => ring(x, y, 222, 22, tone) + ring(x, y, 196, 6, spark),
    () =>
      polygon(
        [
          [0, HEIGHT],
          [WIDTH, range(60, 240)],
          [WIDTH, HEIGHT],
        ],
        tone,
      ) + circle(range(80, 420), range(90, 170), 44, spark),
    () => rect(0, 0, x, HEIGHT, tone) + circle(x, y, 210, mix(ground, tone, 0.5)) + circle(x, y - 290, 34, spark),
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
  const size = Math.min(300, 290 / lineWidth(initials, style));
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
