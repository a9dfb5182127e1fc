import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import { families, familyKeys } from '../../../common/families.ts';
import type { Item } from '../../../common/item.ts';
import type { GroupRecommendation, Recommendation } from '../../../common/recommendation.ts';
import type { MediaType } from '../../../common/title.ts';
import { addItem, createFolder, type Person, shareWith, signUp } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';
import { ItemModel } from '../folders/item.model.ts';
import { createCatalogueSource } from '../titles/catalogue.source.ts';
import type { TitleFacts } from '../titles/title.source.ts';
import { genresOfTitle } from './features.ts';
import { phraseTable } from './mentions.cases.ts';

let server: TestServer;
let ana: Person;
let titles: TitleFacts[];
beforeAll(async () => {
  server = await startTestServer();
  titles = await createCatalogueSource().candidates();
});
afterAll(() => server.stop());
beforeEach(async () => {
  ana = await signUp(server);
});

const named = (name: string): TitleFacts =>
  titles.find(({ title, mediaType }) => title === name && mediaType === 'movie')!;

async function picks(person: Person, mediaType: MediaType = 'movie', limit = 20): Promise<Recommendation[]> {
  const answer = await person.get(`/api/recommendations?mediaType=${mediaType}&limit=${limit}`);
  expect(answer.status).toBe(200);
  return answer.body.results;
}

const review = (person: Person, title: TitleFacts, rating: number, comment?: string) =>
  person.post('/api/reviews', { mediaType: title.mediaType, tmdbId: title.id, rating, comment });

const ofGenre = (genre: string, count: number) =>
  titles.filter((title) => title.mediaType === 'movie' && genresOfTitle(title)[0] === genre).slice(0, count);

const listed = (title: TitleFacts) => ({
  tmdbId: title.id,
  mediaType: title.mediaType,
  title: title.title,
  genres: title.genreIds,
});

describe('what is picked for somebody', () => {
  test('who has reviewed nothing is what is popular or well liked, and says so', async () => {
    const all = await picks(ana);

    expect(all).toHaveLength(20);
    for (const { reason } of all) expect(reason.text).toMatch(/^(Popular right now|Rated \d\.\d by the public)$/);
  });

  test('follows the stars they gave, and names the review that it comes from', async () => {
    await review(ana, named('Heat'), 5);

    const all = await picks(ana);

    const because = all.filter(({ reason }) => reason.text === 'Because you gave Heat 5 stars');
    expect(because.length).toBeGreaterThan(0);
    expect(because[0]?.reason.because).toEqual({ mediaType: 'movie', tmdbId: named('Heat').id });
  });

  test('is the same for the same reviews', async () => {
    for (const title of ofGenre('Crime', 4)) await review(ana, title, 4);

    expect(await picks(ana)).toEqual(await picks(ana));
  });

  test('holds nothing that they reviewed or have in a list, nor what is in a list shared with them', async () => {
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

  test('leaves out what is not wanted until that is taken back, and their tabs hear of both', async () => {
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

  test('is not wanted twice without any more news', async () => {
    const tab = await openTab(server, ana);
    const dismiss = () => ana.post('/api/recommendations/dismissed', { mediaType: 'movie', tmdbId: 603 });
    await dismiss();
    await dismiss();
    await createFolder(ana);

    await tab.next('folder:available');

    expect(tab.heard.filter(({ event }) => event === 'recommendations:changed')).toHaveLength(1);
    tab.close();
  });

  test('is of one kind where one kind is asked for', async () => {
    expect(new Set((await picks(ana, 'tv')).map(({ mediaType }) => mediaType))).toEqual(new Set(['tv']));
  });

  test('changes with stars that are put right, with words alone, and is as before once the review is gone', async () => {
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

  describe('from films with Tom Cruise that got five stars', () => {
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

    test('names him where their comments leave him out, and says so where they praise him', async () => {
      const texts = async () => (await picks(ana, 'movie', 40)).map(({ reason }) => reason.text);
      expect(await texts()).toContain('Because you like Tom Cruise');

      await put('I love Tom Cruise');

      expect(await texts()).toContain('Because you wrote well of Tom Cruise');
    });

    const dislikes = phraseTable.filter(([about, said]) => about === 'Tom Cruise' && said === 'dislike');
    const sample = dislikes.filter((_phrase, at) => at % 6 === 0).map(([, , comment]) => comment);

    test.each(sample)('never gives him as a reason after “%s”', async (comment) => {
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

  test('never names a genre that a comment wants nothing of, whatever the stars', async () => {
    const comments = ['Horror is not for me', 'no horror please', undefined, undefined];
    for (const [at, title] of ofGenre('Horror', 4).entries()) await review(ana, title, 5, comments[at]);

    for (const { reason } of await picks(ana, 'movie', 40)) expect(reason.text).not.toMatch(/horror/);
  });

  test('changes with the review that a tab has just been told of', async () => {
    const tab = await openTab(server, ana);
    const before = await picks(ana);

    await review(ana, named('Alien'), 5);
    await tab.next('review:saved');

    expect(await picks(ana)).not.toEqual(before);
    tab.close();
  });
});

describe('in a shared list, what one member did', () => {
  const again = 'Because you want to see Heat again';
  const listedHeat = 'Because Heat is in your lists';
  let ben: Person;
  let listId: string;
  beforeEach(async () => {
    ben = await signUp(server, 'Ben');
    listId = (await createFolder(ana)).id;
    await shareWith(ana, listId, ben);
  });
  const reasonsOf = async (person: Person) =>
    new Set((await picks(person, 'movie', 40)).map(({ reason }) => reason.text));
  const mark = async (person: Person, item: Item, watched = true) =>
    expect((await person.patch(`/api/watchlist/${item.id}/watched`, { watched })).status).toBe(200);

  test('is no reason for another: who marks Rewatch is not always who added the title', async () => {
    await mark(ben, await addItem(ana, listId, listed(named('Heat'))));

    expect(await reasonsOf(ben)).toContain(again);
    expect(await reasonsOf(ana)).not.toContain(again);
    expect(await reasonsOf(ana)).toContain(listedHeat);
  });

  test('is no reason for the owner, where a member adds a title to their list', async () => {
    await addItem(ben, listId, listed(named('Heat')));

    expect(await reasonsOf(ben)).toContain(listedHeat);
    expect(await reasonsOf(ana)).not.toContain(listedHeat);
  });

  test('stays theirs when they add a title marked Rewatch', async () => {
    await addItem(ben, listId, { ...listed(named('Heat')), watched: true });

    expect(await reasonsOf(ben)).toContain(again);
    expect(await reasonsOf(ana)).not.toContain(again);
  });

  test('ends with the mark, and comes back to them when its removal is undone', async () => {
    const item = await addItem(ana, listId, { ...listed(named('Heat')), watched: true });
    await mark(ben, item, false);
    expect(await reasonsOf(ana)).not.toContain(again);

    const { rev } = (await ben.get(`/api/folders/${listId}`)).body;
    expect((await ben.post(`/api/folders/${listId}/changes/${rev}/undo`)).status).toBe(200);

    expect(await reasonsOf(ana)).toContain(again);
    expect(await reasonsOf(ben)).not.toContain(again);
  });

  test('is not guessed from a mark that an earlier version stored without saying whose it is', async () => {
    const item = await addItem(ana, listId, { ...listed(named('Heat')), watched: true });
    await forgetWhoMarked(item);

    expect(await reasonsOf(ana)).not.toContain(again);
    expect(await reasonsOf(ben)).not.toContain(again);
  });
});

test('A mark that an earlier version stored counts for the owner of a list that was never shared', async () => {
  const own = await createFolder(ana);
  await forgetWhoMarked(await addItem(ana, own.id, { ...listed(named('Heat')), watched: true }));

  const texts = (await picks(ana, 'movie', 40)).map(({ reason }) => reason.text);

  expect(texts).toContain('Because you want to see Heat again');
});

async function forgetWhoMarked(item: Item): Promise<void> {
  const { modifiedCount } = await ItemModel.collection.updateOne(
    { _id: new Types.ObjectId(item.id) },
    { $unset: { watchedByUserId: 1 } },
  );
  expect(modifiedCount).toBe(1);
}

describe('the guess at a rating', () => {
  const guess = async (person: Person, title: TitleFacts) =>
    (await person.get(`/api/recommendations/guess/${title.mediaType}/${title.id}`)).body;

  test('is none while little is known', async () => {
    await review(ana, named('Heat'), 5);

    expect(await guess(ana, named('Collateral'))).toBeNull();
  });

  test('is high for more of what was liked, low for more of what was not, and none for what was reviewed', async () => {
    const [crime, romance] = [ofGenre('Crime', 9), ofGenre('Romance', 9)];
    for (const title of crime.slice(1)) await review(ana, title, 5);
    for (const title of romance.slice(1)) await review(ana, title, 1);

    const [high, low] = [await guess(ana, crime[0]!), await guess(ana, romance[0]!)];

    expect(high).toEqual({ low: 4, high: 5 });
    expect(low.high).toBeLessThanOrEqual(3);
    expect(await guess(ana, crime[1]!)).toBeNull();
  });

  test('for a title that nobody knows is none', async () => {
    expect(await guess(ana, { mediaType: 'movie', id: 999_999_999 } as TitleFacts)).toBeNull();
  });
});

describe.each(familyKeys)('what fits everybody who shares a %s', (key) => {
  const forList = (person: Person, id: string) => person.get(`${families[key].api.lists}/${id}/recommendations`);

  test('has a reason for each of them, and nothing that either has seen or one asks not to see', async () => {
    const ben = await signUp(server, 'Ben');
    const list = await createFolder(ana);
    await shareWith(ana, list.id, ben);
    const crime = ofGenre('Crime', 8);
    for (const title of crime.slice(0, 3)) await review(ana, title, 5);
    for (const title of crime.slice(3, 6)) await review(ben, title, 5);

    const results: GroupRecommendation[] = (await forList(ana, list.id)).body.results;

    expect(results).toHaveLength(12);
    for (const { reasons } of results) {
      expect(reasons.map(({ user }) => user.id)).toEqual([ana.user.id, ben.user.id]);
    }
    const seen = new Set(crime.slice(0, 6).map(({ id }) => id));
    expect(results.filter(({ tmdbId }) => seen.has(tmdbId))).toEqual([]);
  });

  test("tells a member nothing of another's reviews: neither a title, nor stars, nor words", async () => {
    const ben = await signUp(server, 'Ben');
    const list = await createFolder(ana);
    await shareWith(ana, list.id, ben);
    const reviewed = ofGenre('Western', 6);
    for (const title of reviewed) await review(ana, title, 5, 'I love westerns and Clint Eastwood');

    const results: GroupRecommendation[] = (await forList(ben, list.id)).body.results;

    const ofAna = results.flatMap(({ reasons }) => reasons).filter(({ user }) => user.id === ana.user.id);
    expect(ofAna).toHaveLength(results.length);
    for (const { text } of ofAna) expect(text).toMatch(/^(Popular right now|Rated \d\.\d by the public)$/);
  });

  test("speaks of another's taste from the lists that anybody may open", async () => {
    const ben = await signUp(server, 'Ben');
    const list = await createFolder(ana);
    await shareWith(ana, list.id, ben);
    const open = await createFolder(ana, 'Stick-ups');
    for (const title of ofGenre('Crime', 6)) await addItem(ana, open.id, listed(title));

    const results: GroupRecommendation[] = (await forList(ben, list.id)).body.results;

    const words = results.flatMap(({ reasons }) => reasons).filter(({ user }) => user.id === ana.user.id);
    expect(words.some(({ text }) => text.includes('Ana added'))).toBe(true);
  });

  test('says nothing of a member because of titles that another added to their list', async () => {
    const ben = await signUp(server, 'Ben');
    const list = await createFolder(ana);
    await shareWith(ana, list.id, ben);
    const open = await createFolder(ana, 'Stick-ups');
    await shareWith(ana, open.id, ben);
    for (const title of ofGenre('Crime', 6)) await addItem(ben, open.id, listed(title));

    const results: GroupRecommendation[] = (await forList(ben, list.id)).body.results;

    const words = results.flatMap(({ reasons }) => reasons).filter(({ user }) => user.id === ana.user.id);
    expect(words).not.toEqual([]);
    for (const { text } of words) expect(text).toMatch(/^(Popular right now|Rated \d\.\d by the public)$/);
  });

  test('is nothing that a stranger may ask for', async () => {
    const list = await createFolder(ana);

    expect((await forList(await signUp(server, 'Eve'), list.id)).status).toBe(404);
  });
});
