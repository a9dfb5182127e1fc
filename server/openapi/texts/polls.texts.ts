import { guestApi, type ListPollCalls, listPollApi, pollApi } from '../../../common/api/polls.ts';
import { type Family, families, familyKeys } from '../../../common/families.ts';
import { describeGroup, type OperationText, type TextEntry, text } from './operationText.ts';

const listPollTexts = ({ noun, Noun }: Family): Record<keyof ListPollCalls, OperationText> => ({
  open: text(
    `open${Noun}Poll`,
    `Open a vote in a ${noun}`,
    'Opens a vote in its lobby and makes you a participant. Without itemIds, a mix of the titles to watch is chosen. If a vote is open already, the answer is poll_open with its id.',
  ),
  current: text(
    `get${Noun}Poll`,
    `Get the open vote of a ${noun}`,
    'Returns the open vote, or null. Ballots are never part of it before the result.',
  ),
  history: text(`list${Noun}Polls`, `List the past votes of a ${noun}`, 'Lists past votes with results, newest first.'),
});

const pollTexts = describeGroup('Polls', pollApi, {
  get: text('getPoll', 'Get a vote', 'Returns a vote, for members of its list and for its guests.'),
  join: text('joinPoll', 'Take part in a vote', 'Makes you a participant. This is possible until the result.'),
  leave: text('leavePoll', 'Leave a vote', 'Ends your part in the vote and deletes your ballot.'),
  start: text('startPoll', 'Start voting', 'For who opened the vote, and for members with canManage.'),
  getBallot: text('getBallot', 'Get your ballot', 'Returns your own ballot. Nobody else can read it.'),
  setBallot: text(
    'setBallot',
    'Vote',
    'Replaces your ballot. 0 is no, 1 is maybe, 2 is yes; a veto takes a title out. You may change it until the result, which comes when everyone is ready.',
  ),
  reveal: text(
    'revealPoll',
    'Reveal the result',
    'Decides before everyone is ready. For who opened the vote, and for members with canManage.',
  ),
  close: text(
    'closePoll',
    'Close a vote',
    'Ends the vote and deletes its ballots. With watchedKey, the members who took part are asked to note that they watched that title.',
  ),
  createGuestLink: text(
    'createGuestLink',
    'Create a guest link',
    'Creates a link with which people without an account can vote. An earlier link of the vote ends. Members need canShare.',
  ),
  endGuestLink: text(
    'endGuestLink',
    'End the guest link',
    'Nobody else can join by it. Guests who have joined stay. Members need canShare.',
  ),
  removeGuest: text(
    'removeGuest',
    'Remove a guest',
    'Deletes the ballot of a guest and ends their access. For who opened the vote, and for members with canManage.',
  ),
});

const guestTexts = describeGroup('Polls', guestApi, {
  offer: text('getGuestOffer', 'See what a guest link offers', 'Returns the list and the vote of a guest link.'),
  join: text(
    'joinAsGuest',
    'Join a vote as a guest',
    'Makes you a guest under this name and sets a cookie that gives access to this vote for 24 hours. If you are a guest already, it changes your name.',
  ),
});

const familyTexts = familyKeys.flatMap((key) => describeGroup('Polls', listPollApi[key], listPollTexts(families[key])));

export const pollsTexts: TextEntry[] = [...familyTexts, ...pollTexts, ...guestTexts];
