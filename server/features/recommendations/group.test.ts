import { beforeEach, describe, expect, test } from '@jest/globals';
import { families, familyKeys } from '../../../common/families.ts';
import type { Item } from '../../../common/schemas/item.ts';
import type { GroupRecommendation } from '../../../common/schemas/recommendation.ts';
import { addItem, createFolder, type Person, shareWith, signUp } from '../../testing/people.ts';
import { picks, review } from '../../testing/recommendations/requests.ts';
import { setUpServer } from '../../testing/server.ts';
import { named, ofGenre } from '../../testing/titles/catalogue.ts';
import type { SourceFacts } from '../titles/title.source.ts';

const server = setUpServer();
let ana: Person;
beforeEach(async () => {
  ana = await signUp(server);
});

const listed = (title: SourceFacts) => ({
  tmdbId: title.id,
  mediaType: title.mediaType,
  title: title.title,
  genres: title.genreIds,
});

describe('an action of one member in a shared list', () => {
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

  test('is no reason for another member: one may mark Rewatch for a title that another added', async () => {
    await mark(ben, await addItem(ana, listId, listed(named('Heat'))));

    expect(await reasonsOf(ben)).toContain(again);
    expect(await reasonsOf(ana)).not.toContain(again);
    expect(await reasonsOf(ana)).toContain(listedHeat);
  });

  test('is no reason for the owner when a member adds a title to their list', async () => {
    await addItem(ben, listId, listed(named('Heat')));

    expect(await reasonsOf(ben)).toContain(listedHeat);
    expect(await reasonsOf(ana)).not.toContain(listedHeat);
  });

  test('belongs to them when they add a title marked Rewatch', async () => {
    await addItem(ben, listId, { ...listed(named('Heat')), watched: true });

    expect(await reasonsOf(ben)).toContain(again);
    expect(await reasonsOf(ana)).not.toContain(again);
  });

  test('stops counting with the mark, and counts again when the removal is undone', async () => {
    const item = await addItem(ana, listId, { ...listed(named('Heat')), watched: true });
    await mark(ben, item, false);
    expect(await reasonsOf(ana)).not.toContain(again);

    const { rev } = (await ben.get(`/api/folders/${listId}`)).body;
    expect((await ben.post(`/api/folders/${listId}/changes/${rev}/undo`)).status).toBe(200);

    expect(await reasonsOf(ana)).toContain(again);
    expect(await reasonsOf(ben)).not.toContain(again);
  });
});

describe.each(familyKeys)('recommendations for the members of a %s', (key) => {
  const forList = (person: Person, id: string) => person.get(`${families[key].api.lists}/${id}/recommendations`);

  test('have a reason for each member, and exclude titles that one has seen or dismissed', async () => {
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

  test("reveal no title, stars or words of another member's reviews", async () => {
    const ben = await signUp(server, 'Ben');
    const list = await createFolder(ana);
    await shareWith(ana, list.id, ben);
    const reviewed = ofGenre('Western', 6);
    for (const title of reviewed) await review(ana, title, 5, 'I love westerns and Clint Eastwood');

    const results: GroupRecommendation[] = (await forList(ben, list.id)).body.results;

    const ofAna = results.flatMap(({ reasons }) => reasons).filter(({ user }) => user.id === ana.user.id);
    expect(ofAna).toHaveLength(results.length);
    for (const { text } of ofAna) expect(text).toMatch(/^(Popular right now|Rated \d\.\d by viewers)$/);
  });

  test('give reasons for another member from their public lists', async () => {
    const ben = await signUp(server, 'Ben');
    const list = await createFolder(ana);
    await shareWith(ana, list.id, ben);
    const open = await createFolder(ana, 'Stick-ups');
    for (const title of ofGenre('Crime', 6)) await addItem(ana, open.id, listed(title));

    const results: GroupRecommendation[] = (await forList(ben, list.id)).body.results;

    const words = results.flatMap(({ reasons }) => reasons).filter(({ user }) => user.id === ana.user.id);
    expect(words.some(({ text }) => text.includes('Ana added'))).toBe(true);
  });

  test('give no reason from a list that its owner shows to nobody', async () => {
    const ben = await signUp(server, 'Ben');
    const list = await createFolder(ana);
    await shareWith(ana, list.id, ben);
    const open = await createFolder(ana, 'Stick-ups');
    for (const title of ofGenre('Crime', 6)) await addItem(ana, open.id, listed(title));
    await forList(ben, list.id);

    await ana.patch('/api/user/privacy', { listsFor: 'nobody' });

    const results: GroupRecommendation[] = (await forList(ben, list.id)).body.results;
    const words = results.flatMap(({ reasons }) => reasons).filter(({ user }) => user.id === ana.user.id);
    expect(words).not.toEqual([]);
    expect(words.filter(({ text }) => text.includes('Ana added'))).toEqual([]);
  });

  test('give no reason for a member from titles that another added to their list', async () => {
    const ben = await signUp(server, 'Ben');
    const list = await createFolder(ana);
    await shareWith(ana, list.id, ben);
    const open = await createFolder(ana, 'Stick-ups');
    await shareWith(ana, open.id, ben);
    for (const title of ofGenre('Crime', 6)) await addItem(ben, open.id, listed(title));

    const results: GroupRecommendation[] = (await forList(ben, list.id)).body.results;

    const words = results.flatMap(({ reasons }) => reasons).filter(({ user }) => user.id === ana.user.id);
    expect(words).not.toEqual([]);
    for (const { text } of words) expect(text).toMatch(/^(Popular right now|Rated \d\.\d by viewers)$/);
  });

  test('are not available to strangers', async () => {
    const list = await createFolder(ana);

    expect((await forList(await signUp(server, 'Eve'), list.id)).status).toBe(404);
  });
});
