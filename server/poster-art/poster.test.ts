import { describe, expect, test } from '@jest/globals';
import { contrast } from './colour/colour.ts';
import { paletteOf } from './colour/palette.ts';
import { initialsOf } from './portrait.ts';
import { composeBackdrop, composePoster } from './poster.ts';
import { renderWebp } from './render.ts';
import type { ArtSubject } from './subject.ts';
import type { Box } from './type/lettering.ts';

const genres = [28, 12, 16, 35, 80, 99, 18, 10751, 14, 36, 27, 10402, 9648, 10749, 878, 53, 10752, 37, 10765];
const titles = [
  'Up',
  '2046',
  'The Long Winter',
  'Amélie & Her Café',
  'Star Wars: Episode V - The Empire Strikes Back',
  'The Assassination of Jesse James by the Coward Robert Ford',
  'Зеркало',
  'Rosencrantz and Guildenstern: Part 2',
];
const subjects = genres.flatMap((genre, g) =>
  titles.map(
    (title, t): ArtSubject => ({
      mediaType: t % 2 ? 'tv' : 'movie',
      id: g * 100 + t,
      title,
      year: 1950 + g * 4,
      genreIds: [genre],
      keywords: t % 3 ? [] : ['space', 'based on comic'],
      maker: t % 4 ? 'Ana Reyes & Tomás Ölvaro' : '',
    }),
  ),
);

const isApart = (one: Box, other: Box) =>
  one.x + one.width <= other.x + 0.5 ||
  other.x + other.width <= one.x + 0.5 ||
  one.y + one.height <= other.y + 0.5 ||
  other.y + other.height <= one.y + 0.5;

describe('posters', () => {
  test('have all text inside and no overlapping lines', () => {
    const broken = subjects.filter((subject) => {
      const { boxes, width: right, height: bottom } = composePoster(subject);
      const isInside = boxes.every(
        ({ x, y, width, height }) => x >= 12 && y >= 12 && x + width <= right - 12 && y + height <= bottom - 12,
      );
      return !isInside || boxes.some((box, at) => boxes.slice(at + 1).some((other) => !isApart(box, other)));
    });

    expect(broken.map(({ title, id }) => `${title} (${id})`)).toEqual([]);
  });

  test('have text in a colour that is readable on the ground', () => {
    const faint = subjects.filter((subject) => {
      const { ground, ink } = paletteOf(subject);
      return contrast(ground, ink) < 4.5;
    });

    expect(faint.map(({ id }) => id)).toEqual([]);
  });

  test('are equal for equal facts, whatever was drawn before', () => {
    const [first, second] = subjects as [ArtSubject, ArtSubject];
    const before = composePoster(first);

    composePoster(second);
    composeBackdrop(second);

    expect(composePoster({ ...first })).toEqual(before);
    expect(composePoster({ ...first, id: 7777 }).svg).not.toBe(before.svg);
  });

  test('are rendered as WebP at sizes below the tile of grain', async () => {
    const bytes = await renderWebp(composePoster(subjects[0] as ArtSubject), 92, true);

    expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 12)).toBe('RIFFWEBP');
  });
});

test.each([
  ['Robert De Niro', 'RD'],
  ['Jean-Claude Van Damme', 'JV'],
  ['Ludwig van Beethoven', 'LB'],
  ['Van Morrison', 'VM'],
  ['Zendaya', 'Z'],
  ['Robert Downey Jr.', 'RD'],
  ['Lee Jung-jae', 'LJ'],
  ['Émilie Dequenne', 'ÉD'],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
