import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Folder } from '../../../../common/schemas/folder.ts';
import type { GuestLink, Poll } from '../../../../common/schemas/poll.ts';
import { createFolder, only, type Person, personWith, shareWith, signUp } from '../../../testing/people.ts';
import {
  addressesOf,
  ballotOf,
  createGuestLink,
  type GuestPerson,
  joinAsGuest,
  type Marks,
  startVote,
  tokenOf,
  vote,
} from '../../../testing/polls.ts';
import { setUpNodes } from '../../../testing/process.ts';
import { openTab, recordFrames, type Tab } from '../../../testing/tabs.ts';

// 200 tabs of members and guests on two nodes record all that they receive while people vote.

const GUESTS = 8;
/** 8 members and 8 guests have 200 tabs together. */
const TABS_OF_MEMBER = 20;
const TABS_OF_GUEST = 5;

/** What only ballots and results contain: these fields, and keys of candidates that have a value. */
const VOTES = /"(marks|veto|vetoes|ballots|winnerKey|ranking|noes|yeses|(movie|tv):\d+)":/;

type Voter = Omit<Person, 'user'>;

const nodes = setUpNodes();
let members: Person[];
/** Sees the list, and does not vote. */
let spectator: Person;
let folder: Folder;
let poll: Poll;
let link: GuestLink;
let guests: GuestPerson[];
/** Every second one uses the other node. */
let voters: Voter[];
let tabs: { tab: Tab; frames: string[] }[];

beforeAll(async () => {
  const names = ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hana'];
  members = await Promise.all(names.map((name) => signUp(nodes.here, name)));
  spectator = members[7] as Person;
});
beforeEach(async () => {
  const [owner, ...others] = members as [Person, ...Person[]];
  folder = await createFolder(owner, 'Friday nights');
  for (const other of others) await shareWith(owner, folder.id, other, only());
  poll = await startVote(owner, folder.id, others.slice(0, -1));
  link = await createGuestLink(owner, poll.id);
  guests = await Promise.all(
    Array.from({ length: GUESTS }, (_, index) => joinAsGuest(nodes.here, link, `Guest ${index}`)),
  );
  voters = [...members.slice(0, -1), ...guests].map(({ cookie }, index) => personWith(nodeOf(index), cookie));
  tabs = [...(await openTabs(members, TABS_OF_MEMBER)), ...(await openTabs(guests, TABS_OF_GUEST))];
  // What came before may reach the tabs of the other node late.
  await waitForAllTabs();
  for (const { frames } of tabs) frames.length = 0;
});
afterEach(() => {
  for (const { tab } of tabs) tab.close();
});

const nodeOf = (index: number) => (index % 2 === 0 ? nodes.here : nodes.there);

async function openTabs(people: readonly Voter[], tabsEach: number) {
  const owners = people.flatMap((person) => Array<Voter>(tabsEach).fill(person));
  return Promise.all(
    owners.map(async (person, index) => {
      const tab = await openTab(nodeOf(index), person);
      return { tab, frames: recordFrames(tab) };
    }),
  );
}

/** All that anybody can read, except their own ballots: a text for each person, and one for each tab of a member. */
async function readAll(): Promise<string[]> {
  const addresses = ['/api/folders', ...addressesOf(folder.id, poll.id)];
  const ofGuests = [`/api/polls/${poll.id}`, `/api/guest/${tokenOf(link)}`];
  const read = async (person: Voter, paths: readonly string[]) => {
    const texts: string[] = [];
    for (const path of paths) texts.push((await person.get(path)).text);
    return texts.join('\n');
  };
  const tabsOfMembers = tabs.slice(0, members.length * TABS_OF_MEMBER);
  return Promise.all([
    ...members.map((member) => read(member, addresses)),
    ...guests.map((guest) => read(guest, ofGuests)),
    ...tabsOfMembers.map(async ({ tab }) => JSON.stringify(await tab.sync())),
  ]);
}

/** The events of each tab so far. Other frames are answers to `sync`. */
const eventsOfTabs = () => tabs.map(({ frames }) => frames.filter((frame) => frame.startsWith('2')));

const allFrames = () => tabs.flatMap(({ frames }) => frames).join('\n');

/** Causes two events, and waits until every tab has received them and with them all earlier ones. */
async function waitForAllTabs(): Promise<void> {
  const path = `/api/polls/${poll.id}/participants/me`;
  const { rev } = (await spectator.post(path)).body as Poll;
  await spectator.delete(path);
  await Promise.all(tabs.map(({ tab }) => tab.next('poll:changed', (progress) => progress.rev === rev + 1)));
}

async function send(voter: Voter, marks: Marks, more: { veto?: string | null; isReady: boolean }): Promise<void> {
  const { status, body } = await vote(voter, poll, marks, more);
  expect({ status, body }).toEqual({ status: 200, body: { pollId: poll.id, ...ballotOf(poll, marks, more) } });
}

const markAt = (number: number) => (number % 3) as Marks[number];
/** A ballot that no other voter has. */
const ownBallot = (index: number) => ({
  marks: [markAt(index), markAt(Math.floor(index / 3)), markAt(Math.floor(index / 9))] as const,
  veto: poll.candidateKeys[index % 3] ?? null,
});

test('until the result, no tab and no answer has anything of the ballot of another person (P28)', async () => {
  expect(tabs).toHaveLength(200);
  const before = await readAll();

  await Promise.all(
    voters.map(async (voter, index) => {
      await send(voter, [2, 2, 2], { isReady: false });
      await send(voter, [0, 0, 0], { veto: poll.candidateKeys[1], isReady: false });
      const { marks, veto } = ownBallot(index);
      await send(voter, marks, { veto, isReady: false });
    }),
  );

  expect(await readAll()).toEqual(before);
  await waitForAllTabs();
  expect(eventsOfTabs().map((events) => events.length)).toEqual(tabs.map(() => 2));

  const last = voters.length - 1;
  for (const [index, voter] of voters.entries()) {
    const { marks, veto } = ownBallot(index);
    const { body } = await voter.get(`/api/polls/${poll.id}/ballot`);
    expect(body).toEqual({ pollId: poll.id, ...ballotOf(poll, marks, { veto, isReady: false }) });
    if (index < last) await send(voter, marks, { veto, isReady: true });
  }
  await waitForAllTabs();
  expect((await readAll()).join('\n')).not.toMatch(VOTES);
  expect(allFrames()).not.toMatch(VOTES);

  const { marks, veto } = ownBallot(last);
  await send(voters[last] as Voter, marks, { veto, isReady: true });
  const results = await Promise.all(
    tabs.map(async ({ tab }) => (await tab.next('poll:changed', ({ state }) => state === 'revealed')).result),
  );
  expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
  expect(allFrames()).toMatch(VOTES);
  expect(allFrames()).not.toMatch(/"(marks|veto|ballots)"/);
});

test.each(['member', 'guest'])('what 200 tabs receive while a %s votes does not depend on the votes', async (kind) => {
  const voter = (kind === 'member' ? voters[1] : voters.at(-1)) as Voter;
  const eventsOf = async (first: Marks, then: Marks, veto: string | null) => {
    for (const { frames } of tabs) frames.length = 0;
    await send(voter, first, { isReady: false });
    await send(voter, then, { veto, isReady: false });
    await send(voter, then, { veto, isReady: true });
    await send(voter, first, { veto, isReady: true });
    await send(voter, first, { isReady: false });
    await waitForAllTabs();
    return eventsOfTabs().map((events) => events.map((event) => event.replace(/"rev":\d+/, '')));
  };

  const yes = await eventsOf([2, 2, 2], [2, 1, 2], null);
  const no = await eventsOf([0, 0, 0], [0, 1, 0], poll.candidateKeys[0] ?? null);

  expect(no).toEqual(yes);
  // Ready, no longer ready, and the two of the spectator.
  expect(yes.map((events) => events.length)).toEqual(tabs.map(() => 4));
});
