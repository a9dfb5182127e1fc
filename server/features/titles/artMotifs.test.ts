import { describe, expect, test } from '@jest/globals';
import { composePoster } from 'poster-art';
import { genresOf } from '../../../common/filters.ts';
import { chooseMotifs } from './art.ts';
import { toSubject } from './artworkPath.ts';
import { createCatalogueSource } from './catalogue/catalogue.source.ts';
import type { SourceFacts } from './title.source.ts';

const source = createCatalogueSource();
const titles = await source.candidates();
const motifs = chooseMotifs(titles);
const keyOf = ({ mediaType, id }: Pick<SourceFacts, 'mediaType' | 'id'>) => `${mediaType}/${id}`;
const titleByKey = new Map(titles.map((title) => [keyOf(title), title]));

/** The first pages of Discover: popular titles, and each genre with enough of them. */
async function readWalls(): Promise<SourceFacts[][]> {
  const walls: SourceFacts[][] = [];
  for (const mediaType of ['movie', 'tv'] as const) {
    for (const genre of [undefined, ...genresOf[mediaType].map(({ id }) => String(id))]) {
      const { results } = await source.popular(mediaType, 1, { genre });
      const wall = results.flatMap(({ id }) => titleByKey.get(keyOf({ mediaType, id })) ?? []);
      if (wall.length === 20) walls.push(wall);
    }
  }
  return walls;
}

/** How many posters of the walls repeat a motif of the same wall. */
function repeatsIn(walls: readonly SourceFacts[][], motifOf: (title: SourceFacts) => string): number {
  return walls.reduce((sum, wall) => sum + wall.length - new Set(wall.map(motifOf)).size, 0);
}

describe('motifs of the catalogue', () => {
  test('repeat within a wall at most half as often as if each title chose by its id', async () => {
    const walls = await readWalls();

    const byId = repeatsIn(walls, (title) => composePoster(toSubject(title)).motif);
    const spread = repeatsIn(walls, (title) => motifs.get(keyOf(title)) ?? '');

    expect(walls.length).toBeGreaterThan(20);
    expect(spread).toBeLessThanOrEqual(byId / 2);
  });

  test('are drawn as chosen', () => {
    const different = titles.filter((title) => {
      const motif = motifs.get(keyOf(title));
      return motif === undefined || composePoster({ ...toSubject(title), motif }).motif !== motif;
    });

    expect(different.map(({ title }) => title)).toEqual([]);
  });

  test('follow keywords more than words of the title', () => {
    const motifOf = (name: string) => motifs.get(keyOf(titles.find(({ title }) => title === name) as SourceFacts));

    // A thriller in a restaurant, and not a comedy about ice cream.
    expect(motifOf('The Menu')).toBe('table');
    // Nothing else says what it is about.
    expect(['balloons', 'plane']).toContain(motifOf('Up'));
  });
});
