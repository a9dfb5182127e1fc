import { describe, expect, test } from '@jest/globals';
import { composeBackdrop, composePoster, dominantColour } from 'poster-art';
import sharp from 'sharp';
import { artSizes, createArtist } from './art.ts';
import { artworkPath, toSubject } from './artworkPath.ts';
import { createCatalogueSource } from './catalogue/catalogue.source.ts';

const source = createCatalogueSource();
const subjects = (await source.candidates()).map(toSubject);
const THE_MATRIX = 603;

describe('posters of the whole catalogue', () => {
  const posters = subjects.map((subject) => ({
    title: subject.title,
    large: composePoster(subject),
    small: composePoster(subject, true),
    backdrop: composeBackdrop(subject),
  }));

  test('have every title inside the poster, large and small', () => {
    const edge = 12;
    const outside = posters.filter(({ large, small }) =>
      [large, small].some((poster) =>
        poster.boxes.some(
          ({ x, y, width, height }) =>
            x < edge || y < edge || x + width > poster.width - edge || y + height > poster.height - edge,
        ),
      ),
    );

    expect(outside.map(({ title }) => title)).toEqual([]);
  });

  test('have titles that are large enough to read', () => {
    const tooSmall = posters.filter(({ large }) => {
      const [title] = [...large.boxes].sort((a, b) => b.width * b.height - a.width * a.height);
      return Math.min(title?.height ?? 0, title?.width ?? 0) < 24;
    });

    expect(tooSmall.map(({ title }) => title)).toEqual([]);
  });

  test('contain valid numbers only', () => {
    const broken = posters.filter(({ large, backdrop }) => /NaN|undefined|Infinity/.test(large.svg + backdrop.svg));

    expect(broken.map(({ title }) => title)).toEqual([]);
  });

  test('use over 90 motifs, each for fewer than one title in twenty', () => {
    const counts = new Map<string, number>();
    for (const { large } of posters) counts.set(large.motif, (counts.get(large.motif) ?? 0) + 1);

    expect(counts.size).toBeGreaterThan(90);
    expect(Math.max(...counts.values())).toBeLessThan(subjects.length / 20);
  });
});

describe('the artist', () => {
  test('draws the same bytes for the same id in each process', async () => {
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

  test('draws every size, even those smaller than the tile of grain', async () => {
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

  test('draws once for simultaneous requests', async () => {
    const artist = createArtist(source);

    const answers = await Promise.all([1, 2, 3].map(() => artist.draw('poster/movie', THE_MATRIX, 154)));

    expect(answers[1]).toBe(answers[0]);
    expect(answers[2]).toBe(answers[0]);
  });
});

test('the path of a poster ends with its dominant colour', () => {
  for (const subject of subjects.slice(0, 50)) {
    const path = artworkPath('poster', subject);
    expect(path).toBe(`/api/art/poster/${subject.mediaType}/${subject.id}-${dominantColour(subject).slice(1)}`);
    expect(path).toMatch(/-[0-9a-f]{6}$/);
  }
});
