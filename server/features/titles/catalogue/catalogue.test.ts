import { describe, expect, test } from '@jest/globals';
import { limits } from '../../../../common/constants.ts';
import {
  creditsSchema,
  movieCreditsSchema,
  movieDetailsSchema,
  moviePageSchema,
  personPageSchema,
  seasonSchema,
  tvCreditsSchema,
  tvDetailsSchema,
  tvShowPageSchema,
} from '../../../../common/schemas/title.ts';
import { plainText } from '../../../../common/text.ts';
import { loadCatalogue } from './catalogue.data.ts';
import { loadNames } from './catalogue.names.ts';
import { createCatalogueSource } from './catalogue.source.ts';

const source = createCatalogueSource();
const THE_MATRIX = 603;
const BREAKING_BAD = 1396;

describe('popular lists', () => {
  test('people have no more pages than a request can ask for', async () => {
    const first = await source.popularPeople(1);
    const last = await source.popularPeople(first.total_pages);

    expect(first.total_pages).toBeLessThanOrEqual(limits.titlePages);
    expect(last.results).not.toHaveLength(0);
  });

  test('films come in pages of twenty, most popular first, and each film once', async () => {
    const [first, second] = [await source.popular('movie', 1), await source.popular('movie', 2)];

    const shown = [...first.results, ...second.results];
    expect(shown).toHaveLength(40);
    expect(new Set(shown.map((movie) => movie.id)).size).toBe(40);
    expect(shown.map((movie) => movie.popularity)).toEqual(
      shown.map((movie) => movie.popularity).sort((a, b) => b - a),
    );
    moviePageSchema.strict().parse(first);
  });

  test('all pages together have every show once', async () => {
    const { total_pages, total_results } = await source.popular('tv', 1);
    const ids = new Set<number>();
    for (let page = 1; page <= total_pages; page++) {
      for (const show of (await source.popular('tv', page)).results) ids.add(show.id);
    }

    expect(ids.size).toBe(total_results);
  });

  test('a page after the last is empty and has the number of pages', async () => {
    const { page, results, total_pages } = await source.popular('tv', 400);

    expect({ page, results }).toEqual({ page: 400, results: [] });
    expect(total_pages).toBe(22);
  });

  test('people have up to three titles, the most popular first', async () => {
    const page = await source.popularPeople(1);

    personPageSchema.strict().parse(page);
    for (const { known_for } of page.results) {
      expect(known_for.length).toBeGreaterThan(0);
      expect(known_for.length).toBeLessThanOrEqual(3);
      expect(known_for.map((title) => title.popularity)).toEqual(
        known_for.map((title) => title.popularity).sort((a, b) => b - a),
      );
    }
  });
});

describe('one title', () => {
  test('a film has its details', async () => {
    const details = await source.details('movie', THE_MATRIX);

    movieDetailsSchema.strict().parse(details);
    expect(details).toMatchObject({ title: 'The Matrix', release_date: '1999-03-31', runtime: 136, tagline: '' });
    expect(details?.genres.map((genre) => genre.name)).toContain('Science Fiction');
  });

  test('a show has its details', async () => {
    const details = await source.details('tv', BREAKING_BAD);

    tvDetailsSchema.strict().parse(details);
    expect(details).toMatchObject({ name: 'Breaking Bad', number_of_seasons: 5 });
    expect(details?.created_by.map((person) => person.name)).toEqual(['Vince Gilligan']);
  });

  test('credits have the cast in billing order and the directors', async () => {
    const credits = await source.credits('movie', THE_MATRIX);

    creditsSchema.strict().parse(credits);
    expect(credits?.cast[0]).toMatchObject({ name: 'Keanu Reeves', order: 0 });
    expect(credits?.crew.filter((member) => member.job === 'Director').length).toBe(2);
  });

  test('has no ratings, offers or trailers without TMDB', async () => {
    expect(await source.externalRatings('movie', THE_MATRIX)).toEqual({});
    expect(await source.watchProviders('movie', THE_MATRIX)).toEqual({ id: THE_MATRIX, results: {} });
    expect(await source.videos('movie', THE_MATRIX)).toEqual({ id: THE_MATRIX, results: [] });
  });

  test('is null for an unknown id in every call', async () => {
    const answers = await Promise.all([
      source.details('movie', 999_999_999),
      source.credits('tv', 999_999_999),
      source.videos('movie', 999_999_999),
      source.recommendations('movie', 999_999_999, 1),
      source.externalRatings('tv', 999_999_999),
      source.watchProviders('movie', 999_999_999),
      source.personCredits('movie', 999_999_999),
      source.findTitle('tv', THE_MATRIX),
      source.findPerson(999_999_999),
    ]);

    expect(answers).toEqual(answers.map(() => null));
  });
});

describe('recommendations', () => {
  const similarTo = async (id: number) => (await source.recommendations('movie', id, 1))?.results ?? [];

  test('start with the sequels and leave out the film itself', async () => {
    const found = await similarTo(THE_MATRIX);

    expect(
      found
        .slice(0, 3)
        .map((movie) => movie.title)
        .sort(),
    ).toEqual(['The Matrix Reloaded', 'The Matrix Resurrections', 'The Matrix Revolutions']);
    expect(found.map((movie) => movie.id)).not.toContain(THE_MATRIX);
  });

  test('for an animated Japanese film are animated Japanese films', async () => {
    const spiritedAway = 129;

    const found = (await similarTo(spiritedAway)).slice(0, 5);

    expect(found.every((movie) => movie.original_language === 'ja' && movie.genre_ids.includes(16))).toBe(true);
  });

  test('for a show are shows', async () => {
    const page = await source.recommendations('tv', BREAKING_BAD, 1);

    tvShowPageSchema.strict().parse(page);
    expect(page?.results.slice(0, 3).map((show) => show.name)).toContain('Better Call Saul');
  });

  test('fill the twelve places of the dialog, for unusual titles too', async () => {
    const candidates = await source.candidates();

    for (const { mediaType, id, title } of candidates.filter((_, position) => position % 16 === 0)) {
      const page = await source.recommendations(mediaType, id, 1);
      expect({ title, count: Math.min(12, page?.results.length ?? 0) }).toEqual({ title, count: 12 });
    }
  });
});

describe('people', () => {
  const TOM_HANKS = 31;

  test('have filmographies with the posters and votes that the dialog filters by', async () => {
    const films = await source.personCredits('movie', TOM_HANKS);
    const shows = await source.personCredits('tv', TOM_HANKS);

    movieCreditsSchema.strict().parse(films);
    tvCreditsSchema.strict().parse(shows);
    expect(films?.cast.map((movie) => movie.title)).toContain('Forrest Gump');
    expect(films?.cast.every((movie) => movie.poster_path && movie.vote_count > 10)).toBe(true);
  });

  test('who only direct have the films that they directed', async () => {
    const [nolan] = (await source.searchPeople('christopher nolan', 1)).results;

    const films = await source.personCredits('movie', nolan?.id ?? 0);

    expect(films?.cast.map((movie) => movie.title)).toContain('Inception');
  });
});

describe('facts for recommendations', () => {
  test('have the people and keywords by which titles are compared', async () => {
    const facts = await source.findTitle('movie', 11);

    expect(facts).toMatchObject({ title: 'Star Wars', releaseDate: '1977-05-25', language: 'en' });
    expect(facts?.makers.map((person) => person.name)).toEqual(['George Lucas']);
    expect(facts?.cast[1]?.name).toBe('Harrison Ford');
    expect(facts?.keywords).toContain('rebellion');
  });

  test('every title is a candidate', async () => {
    const [films, shows] = [await source.popular('movie', 1), await source.popular('tv', 1)];

    expect(await source.candidates()).toHaveLength(films.total_results + shows.total_results);
  });
});

describe('seasons', () => {
  const season = async (number: number, showId = BREAKING_BAD) => {
    const answer = await source.season(showId, number);
    if (!answer) throw new Error(`No season ${number} of ${showId}`);
    return seasonSchema.strict().parse(answer);
  };

  test('are listed with a show, in order, and have their episodes', async () => {
    const details = await source.details('tv', BREAKING_BAD);
    const numbers = details?.seasons.map(({ season_number }) => season_number);

    expect(numbers).toEqual([0, 1, 2, 3, 4, 5]);
    expect((await season(5)).episodes).toHaveLength(16);
    expect((await season(1)).episodes[0]).toEqual({
      episode_number: 1,
      name: 'Pilot',
      air_date: '2008-01-20',
      runtime: expect.any(Number),
      overview: null,
      still_path: null,
    });
  });

  test('of which only the size is known have numbered episodes', async () => {
    const THAT_70S_SHOW = 52;
    const specials = await season(0, THAT_70S_SHOW);

    expect(specials).toMatchObject({ name: 'Specials', air_date: '2002-04-30' });
    expect(specials.episodes).toHaveLength(13);
    expect(specials.episodes.at(-1)).toEqual({
      ...{ episode_number: 13, name: 'Episode 13', air_date: null, runtime: null },
      ...{ overview: null, still_path: null },
    });
  });

  test('fit the contract, for every show', async () => {
    const shows = (await source.candidates()).filter(({ mediaType }) => mediaType === 'tv');
    const wrong: string[] = [];
    for (const { id } of shows) {
      const details = await source.details('tv', id);
      if (!details?.seasons.length) wrong.push(`${id} has no seasons`);
      for (const { season_number, episode_count } of details?.seasons ?? []) {
        const { episodes } = await season(season_number, id);
        const numbers = episodes.map(({ episode_number }) => episode_number);
        const isInOrder = numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
        if (!isInOrder || numbers.length !== episode_count) wrong.push(`${id} season ${season_number}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('the bundled names', () => {
  const names = loadNames();
  const { titleById } = loadCatalogue();

  test.each(['movie', 'tv'] as const)('belong to titles of the catalogue, each IMDb id to one %s', (mediaType) => {
    const imdbIds = [...names[mediaType].values()].flatMap(({ imdbId }) => imdbId ?? []);

    expect([...names[mediaType].keys()].filter((id) => !titleById[mediaType].has(id))).toEqual([]);
    expect(new Set(imdbIds).size).toBe(imdbIds.length);
  });

  test('have the original one first, and none twice', () => {
    expect(names.movie.get(THE_MATRIX)).toEqual({ imdbId: 'tt0133093', names: [] });
    expect(names.movie.get(129)?.names[0]).toBe('千と千尋の神隠し');
    expect(names.tv.get(BREAKING_BAD)).toEqual({ imdbId: 'tt0903747', names: ['Во все тяжкие'] });
    for (const { names: others } of [...names.movie.values(), ...names.tv.values()])
      expect(new Set(others).size).toBe(others.length);
  });

  test('and all others are plain text', () => {
    const { titles, people } = loadCatalogue();
    const shown = [...titles.movie, ...titles.tv].flatMap(({ mediaType, id, title }) => [
      title,
      ...(names[mediaType].get(id)?.names ?? []),
    ]);

    expect([...shown, ...people.map(({ name }) => name)].filter((name) => name !== plainText(name))).toEqual([]);
  });
});
