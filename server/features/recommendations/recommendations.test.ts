import { beforeEach, describe, expect, test } from '@jest/globals';
import { addItem, createFolder, type Person, shareWith, signUp } from '../../testing/people.ts';
import { picks, review } from '../../testing/recommendations/requests.ts';
import { setUpServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';
import { named, ofGenre } from '../../testing/titles/catalogue.ts';
import type { SourceFacts } from '../titles/title.source.ts';

const server = setUpServer();
let ana: Person;
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

  test('name a person whose titles got good stars', async () => {
    for (const name of ['Top Gun: Maverick', 'Minority Report']) await review(ana, named(name), 5);

    const texts = (await picks(ana, 'movie', 40)).map(({ reason }) => reason.text);

    expect(texts).toContain('Because you like Tom Cruise');
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

  test('change with edited stars but not with comments, and change back when the review is deleted', async () => {
    const ask = () => picks(ana, 'movie', 40);
    const before = await ask();
    const { id } = (await review(ana, named('Heat'), 3)).body;
    const put = (rating: number, comment?: string) =>
      ana.put(`/api/reviews/${id}`, { mediaType: 'movie', tmdbId: named('Heat').id, rating, comment });

    const three = await ask();
    await put(5);
    const five = await ask();
    await put(5, 'Al Pacino is awful');
    const commented = await ask();
    await ana.delete(`/api/reviews/${id}`);

    expect(five).not.toEqual(three);
    expect(commented).toEqual(five);
    expect(await ask()).toEqual(before);
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
  const guess = async (person: Person, title: SourceFacts) =>
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
    expect(await guess(ana, { mediaType: 'movie', id: 999_999_999 } as SourceFacts)).toBeNull();
  });
});
