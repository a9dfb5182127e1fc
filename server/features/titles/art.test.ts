import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { contrast } from './art/colour.ts';
import { HEIGHT, WIDTH } from './art/layouts.ts';
import { paletteOf } from './art/palette.ts';
import { artworkPath } from './art/paths.ts';
import { initialsOf } from './art/portrait.ts';
import { composeBackdrop, composePoster, motifOf } from './art/poster.ts';
import { toSubject } from './art/subject.ts';
import type { Box } from './art/typesetting.ts';
import { artSizes, createArtist } from './art.ts';
import { createCatalogueSource } from './catalogue.source.ts';

const source = createCatalogueSource();
const subjects = (await source.candidates()).map(toSubject);
const THE_MATRIX = 603;

describe('posters of the whole catalogue', () => {
  const drawn = subjects.map((subject) => ({
    subject,
    large: composePoster(subject),
    small: composePoster(subject, true),
    backdrop: composeBackdrop(subject),
  }));

  test('set every title inside the sheet, large and small', () => {
    const edge = 12;
    const outside = drawn.filter(({ large, small }) =>
      [...large.boxes, ...small.boxes].some(
        ({ x, y, width, height }) => x < edge || y < edge || x + width > WIDTH - edge || y + height > HEIGHT - edge,
      ),
    );

    expect(outside.map(({ subject }) => subject.title)).toEqual([]);
  });

  test('never set one line over another', () => {
    const isApart = (one: Box, other: Box) =>
      one.x + one.width <= other.x + 0.5 ||
      other.x + other.width <= one.x + 0.5 ||
      one.y + one.height <= other.y + 0.5 ||
      other.y + other.height <= one.y + 0.5;
    const crossed = drawn.filter(({ large: { boxes } }) =>
      boxes.some((box, position) => boxes.slice(position + 1).some((other) => !isApart(box, other))),
    );

    expect(crossed.map(({ subject }) => subject.title)).toEqual([]);
  });

  test('keep titles large enough to read on a wall', () => {
    const tooSmall = drawn.filter(({ large }) => {
      const [title] = [...large.boxes].sort((a, b) => b.width * b.height - a.width * a.height);
      return Math.min(title?.height ?? 0, title?.width ?? 0) < 24;
    });

    expect(tooSmall.map(({ subject }) => subject.title)).toEqual([]);
  });

  test('draw no number that is none', () => {
    const broken = drawn.filter(({ large, backdrop }) => /NaN|undefined|Infinity/.test(large.svg + backdrop.svg));

    expect(broken.map(({ subject }) => subject.title)).toEqual([]);
  });

  test('letter in ink that stands out from the paper', () => {
    const faint = subjects.filter((subject) => {
      const { ground, ink } = paletteOf(subject);
      return contrast(ground, ink) < 4.5;
    });

    expect(faint.map((subject) => subject.title)).toEqual([]);
  });

  test('use every motif, and none for more than one title in twenty', () => {
    const counts = new Map<string, number>();
    for (const subject of subjects) {
      const { name } = motifOf(subject);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }

    expect(counts.size).toBeGreaterThan(90);
    expect(Math.max(...counts.values())).toBeLessThan(subjects.length / 20);
  });
});

describe('the artist', () => {
  test('draws the same bytes for the same id, whenever and by whom', async () => {
    const [first, second] = [createArtist(source), createArtist(createCatalogueSource())];

    await second.draw('poster/movie', 11, 300);

    expect(await second.draw('poster/movie', THE_MATRIX, 300)).toEqual(
      await first.draw('poster/movie', THE_MATRIX, 300),
    );
  });

  test.each([92, 154, 300, 342, 500, 780])('draws posters %i wide in the shape of a poster', async (width) => {
    const bytes = await createArtist(source).draw('poster/tv', 1396, width);

    expect(await sharp(bytes ?? undefined).metadata()).toMatchObject({
      format: 'webp',
      width,
      height: Math.round(width * 1.5),
    });
  });

  test('draws backdrops as wide as a screen and monograms in the shape of a card', async () => {
    const artist = createArtist(source);
    const [backdrop, person] = [
      await artist.draw('backdrop/movie', THE_MATRIX, 780),
      await artist.draw('person', 31, 185),
    ];

    expect(await sharp(backdrop ?? undefined).metadata()).toMatchObject({ width: 780, height: 439 });
    expect(await sharp(person ?? undefined).metadata()).toMatchObject({ width: 185, height: 278 });
  });

  test('draws at every size, down to those that are lower than a tile of grain', async () => {
    const artist = createArtist(source);

    const drawn = await Promise.all(artSizes.map((width) => artist.draw('backdrop/movie', THE_MATRIX, width)));

    const widths = await Promise.all(drawn.map(async (bytes) => (await sharp(bytes ?? undefined).metadata()).width));
    expect(widths).toEqual([...artSizes]);
  });

  test('draws nothing for unknown ids', async () => {
    const artist = createArtist(source);

    expect(await artist.draw('poster/movie', 999_999_999, 92)).toBeNull();
    expect(await artist.draw('person', 999_999_999, 92)).toBeNull();
  });

  test('draws once when many ask at the same time', async () => {
    const artist = createArtist(source);

    const answers = await Promise.all([1, 2, 3].map(() => artist.draw('poster/movie', THE_MATRIX, 154)));

    expect(answers[1]).toBe(answers[0]);
    expect(answers[2]).toBe(answers[0]);
  });
});

test('the path of a poster ends with the colour of its paper', () => {
  for (const subject of subjects.slice(0, 50)) {
    const path = artworkPath('poster', subject);
    expect(path).toBe(`/api/art/poster/${subject.mediaType}/${subject.id}-${paletteOf(subject).ground.slice(1)}`);
    expect(path).toMatch(/-[0-9a-f]{6}$/);
  }
});

test.each([
  ['Robert De Niro', 'RN'],
  ['Zendaya', 'Z'],
  ['Robert Downey Jr.', 'RD'],
  ['Lee Jung-jae', 'LJ'],
  ['Émilie Dequenne', 'ÉD'],
])('%s signs %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
