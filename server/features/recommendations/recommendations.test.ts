import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { addItem, createFolder, type Person, shareWith, signUp } from '../../testing/people.ts';
import { picks, review } from '../../testing/recommendations/requests.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';
import { named, ofGenre, titles } from '../../testing/titles/catalogue.ts';
import type { TitleFacts } from '../titles/title.source.ts';
import { phraseTable } from './comments/sentiment.cases.ts';
import { genresOfTitle } from './model/features.ts';

let server: TestServer;
let ana: Person;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  ana = await signUp(server);
});

describe('recommendations', () => {
  test('without reviews are popular or highly rated titles, with that as the reason', async () => {
    const all = await picks(ana);

    expect(all).toHaveLength(20);
    for (const { reason } of all) expect(reason.text).toMatch(/^(Popular right now|Rated \d\.\d by viewers)$/);
  });

  test('follow the stars, and name the review they are based on', async () => {
    await review(ana, named('Heat'), 5);

    const all = await picks(ana);

    const because = all.filter(({ reason }) => reason.text === 'Because you gave Heat 5 stars');
    expect(because.length).toBeGreaterThan(0);
    expect(because[0]?.reason.because).toEqual({ mediaType: 'movie', tmdbId: named('Heat').id });
  });

  test('name what the person often adds, without reviews', async () => {
    const list = await createFolder(ana);
    for (const { id: tmdbId } of ofGenre('Horror', 8)) await addItem(ana, list.id, { tmdbId });

    const texts = (await picks(ana)).map(({ reason }) => reason.text);

    expect(texts).toContain('Because you add a lot of horror');
  });

  test('are the same for the same reviews', async () => {
    for (const title of ofGenre('Crime', 4)) await review(ana, title, 4);

    expect(await picks(ana)).toEqual(await picks(ana));
  });

  test('exclude reviewed titles and titles in own and shared lists', async () => {
    const ben = await signUp(server, 'Ben');
    const [own, shared, reviewed, kept] = await picks(ana, 'movie', 4);
    const mine = await createFolder(ana);
    const theirs = await createFolder(ben);
    await shareWith(ben, theirs.id, ana);
    await addItem(ana, mine.id, { tmdbId: own!.tmdbId });
    await addItem(ben, theirs.id, { tmdbId: shared!.tmdbId });
    await ana.post('/api/reviews', { mediaType: 'movie', tmdbId: reviewed!.tmdbId, rating: 3 });

    const left = new Set((await picks(ana, 'movie', 40)).map(({ tmdbId }) => tmdbId));

    expect([own, shared, reviewed, kept].map((pick) => left.has(pick!.tmdbId))).toEqual([false, false, false, true]);
  });

  test('exclude dismissed titles until they are restored, and the tabs are notified of both', async () => {
    const tab = await openTab(server, ana);
    const [first] = await picks(ana);
    const { mediaType, tmdbId } = first!;

    expect((await ana.post('/api/recommendations/dismissed', { mediaType, tmdbId })).status).toBe(204);
    expect((await picks(ana)).some((pick) => pick.tmdbId === tmdbId)).toBe(false);
    expect(await tab.next('recommendations:changed')).toEqual({});

    expect((await ana.delete(`/api/recommendations/dismissed/${mediaType}/${tmdbId}`)).status).toBe(204);
    expect((await picks(ana))[0]?.tmdbId).toBe(tmdbId);
    expect(await tab.next('recommendations:changed')).toEqual({});
    tab.close();
  });

  test('are not notified twice of the same dismissal', async () => {
    const tab = await openTab(server, ana);
    const dismiss = () => ana.post('/api/recommendations/dismissed', { mediaType: 'movie', tmdbId: 603 });
    await dismiss();
    await dismiss();
    await createFolder(ana);

    await tab.next('folder:available');

    expect(tab.heard.filter(({ event }) => event === 'recommendations:changed')).toHaveLength(1);
    tab.close();
  });

  test('contain one media type if one is requested', async () => {
    expect(new Set((await picks(ana, 'tv')).map(({ mediaType }) => mediaType))).toEqual(new Set(['tv']));
  });

  test('change with edited stars or comments, and change back when the review is deleted', async () => {
    const ask = () => picks(ana, 'movie', 40);
    const before = await ask();
    const { id } = (await review(ana, named('Heat'), 3)).body;
    const put = (rating: number, comment?: string) =>
      ana.put(`/api/reviews/${id}`, { mediaType: 'movie', tmdbId: named('Heat').id, rating, comment });

    const seen = [await ask()];
    await put(5);
    seen.push(await ask());
    await put(5, 'Al Pacino is awful');
    seen.push(await ask());
    await ana.delete(`/api/reviews/${id}`);

    expect(new Set(seen.map((all) => JSON.stringify(all))).size).toBe(3);
    expect(await ask()).toEqual(before);
  });

  describe('after films with Tom Cruise got five stars', () => {
    const hasCruise = (title: TitleFacts) => title.cast.some(({ name }) => name === 'Tom Cruise');
    const partsOf = (title: TitleFacts) => [
      ...genresOfTitle(title),
      ...title.keywords.slice(0, 10),
      ...[...title.makers, ...title.cast.slice(0, 8)].map(({ name }) => name),
    ];
    const factsOf = (id: number | undefined) => titles.find((title) => title.mediaType === 'movie' && title.id === id)!;
    let put: (comment?: string) => Promise<unknown>;
    beforeEach(async () => {
      const [first, second] = [named('Top Gun: Maverick'), named('Minority Report')];
      await review(ana, second, 4);
      const { id } = (await review(ana, first, 5)).body;
      put = (comment) =>
        ana.put(`/api/reviews/${id}`, { mediaType: 'movie', tmdbId: first.id, rating: 5, comment }).expect(200);
    });

    test('give him as a reason, and mention praise in comments', async () => {
      const texts = async () => (await picks(ana, 'movie', 40)).map(({ reason }) => reason.text);
      expect(await texts()).toContain('Because you like Tom Cruise');

      await put('I love Tom Cruise');

      expect(await texts()).toContain('Because you wrote well of Tom Cruise');
    });

    const dislikes = phraseTable.filter(([about, said]) => about === 'Tom Cruise' && said === 'dislike');
    const sample = dislikes.filter((_phrase, at) => at % 6 === 0).map(([, , comment]) => comment);

    test.each(sample)('never give him as a reason after “%s”', async (comment) => {
      await put(comment);

      for (const { tmdbId, reason } of await picks(ana, 'movie', 40)) {
        expect(reason.text).not.toMatch(/Tom Cruise/);
        const [pick, because] = [factsOf(tmdbId), reason.because && factsOf(reason.because.tmdbId)];
        if (!because || !hasCruise(pick) || !hasCruise(because)) continue;
        const shared = partsOf(pick).filter((part) => part !== 'Tom Cruise' && partsOf(because).includes(part));
        expect([pick.title, because.title, shared.length > 0]).toEqual([pick.title, because.title, true]);
      }
    });
  });

  test('never give a disliked genre as a reason, whatever the stars', async () => {
    const comments = ['Horror is not for me', 'no horror please', undefined, undefined];
    for (const [at, title] of ofGenre('Horror', 4).entries()) await review(ana, title, 5, comments[at]);

    for (const { reason } of await picks(ana, 'movie', 40)) expect(reason.text).not.toMatch(/horror/);
  });

  test('include a review as soon as a tab is notified of it', async () => {
    const tab = await openTab(server, ana);
    const before = await picks(ana);

    await review(ana, named('Alien'), 5);
    await tab.next('review:saved');

    expect(await picks(ana)).not.toEqual(before);
    tab.close();
  });
});

describe('the predicted rating', () => {
  const guess = async (person: Person, title: TitleFacts) =>
    (await person.get(`/api/recommendations/guess/${title.mediaType}/${title.id}`)).body;

  test('is null while too little is known', async () => {
    await review(ana, named('Heat'), 5);

    expect(await guess(ana, named('Collateral'))).toBeNull();
  });

  test('is high for liked genres, low for disliked ones, and null for reviewed titles', async () => {
    const [crime, romance] = [ofGenre('Crime', 9), ofGenre('Romance', 9)];
    for (const title of crime.slice(1)) await review(ana, title, 5);
    for (const title of romance.slice(1)) await review(ana, title, 1);

    const [high, low] = [await guess(ana, crime[0]!), await guess(ana, romance[0]!)];

    expect(high).toEqual({ low: 4, high: 5 });
    expect(low.high).toBeLessThanOrEqual(3);
    expect(await guess(ana, crime[1]!)).toBeNull();
  });

  test('is null for an unknown title', async () => {
    expect(await guess(ana, { mediaType: 'movie', id: 999_999_999 } as TitleFacts)).toBeNull();
  });
});
