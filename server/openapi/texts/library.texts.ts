import {
  groupRecommendationApi,
  playApi,
  progressApi,
  recommendationApi,
  reportApi,
  reviewApi,
  watchGroupApi,
} from '../../../common/api/library.ts';
import { itemApi } from '../../../common/api/lists.ts';
import { profileApi, userApi } from '../../../common/api/users.ts';
import { families, familyKeys } from '../../../common/families.ts';
import { describeGroup, type TextEntry, text } from './operationText.ts';

const itemTexts = describeGroup('Items', itemApi, {
  add: text(
    'addItem',
    'Add a title to a list',
    'Adds a movie or show with its facts. Name the list with exactly one of folderId and categoryId. Members need canAdd.',
  ),
  list: text(
    'listItems',
    'List items',
    'Returns one page of items, oldest first: of one list, or of all your own lists if none is named.',
  ),
  setWatched: text(
    'setItemWatched',
    'Mark an item as watched',
    'Sets whether the item is watched. Members need canAdd.',
  ),
  setNote: text(
    'setItemNote',
    'Write a note on an item',
    'Sets why the title is in the list, or removes the note if it is empty or null. Members need canAdd.',
  ),
  move: text(
    'moveItem',
    'Move an item',
    'Puts the item between two others in the order that members give the list. Members need canEdit.',
  ),
  remove: text('removeItem', 'Remove an item', 'Removes an item from its list. Members need canRemove.'),
});

const playTexts = describeGroup('Plays', playApi, {
  add: text(
    'addPlay',
    'Record that you saw a title',
    'Adds a play to your log. Without at, the time is unknown. Each user in withUserIds gets a proposal of the same play. Facts of the title that are not sent are looked up.',
  ),
  list: text(
    'listPlays',
    'List your plays',
    'Returns one page of your log, newest first, with plays of unknown time last: of one title, of one kind of titles, or of all. The Link header has the address of the next page.',
  ),
  proposals: text(
    'listPlayProposals',
    'List plays that others propose to you',
    'Lists the proposals that you have not answered yet.',
  ),
  update: text(
    'updatePlay',
    'Change a play',
    'Changes when you saw the title, or which season and episode it was. Users in withUserIds are added to those with whom you saw it, and get a proposal of the same play.',
  ),
  remove: text('deletePlay', 'Delete a play', 'Deletes your play. Plays of those who saw it with you stay.'),
  restore: text(
    'restorePlay',
    'Restore a play',
    'Puts back a play that you deleted within the last hour, as it was. Nobody gets a proposal again.',
  ),
  confirm: text(
    'answerPlayProposal',
    'Answer a proposed play',
    'Accepts or declines a play that names you. An accepted one becomes a play of your own.',
  ),
});

const progressTexts = describeGroup('Progress', progressApi, {
  get: text(
    'getProgress',
    'Read how far you are in a show',
    'Returns the episodes that you have seen, how many there are, and the next one: the first aired episode after the last one that you have seen. Specials are never next and are not counted. Days are those of timeZone.',
  ),
  set: text(
    'setProgress',
    'Pause, drop or restart a show',
    'Sets what you say about a show. After a restart, only later plays count; those before it stay in your log.',
  ),
  upTo: text(
    'addPlaysUpTo',
    'Record that you have seen a show up to an episode',
    'Adds plays of all aired episodes before it that you have not seen, and of the episode itself. Only the last one gets the time, unless sameTime is true. One act, undone by its id for 30 days.',
  ),
  season: text(
    'addPlaysOfSeason',
    'Record that you have seen a season',
    'Adds plays of all aired episodes of a season that you have not seen. One act, undone by its id for 30 days.',
  ),
  removePlays: text(
    'removePlays',
    'Remove the plays of an episode or a season',
    'Removes all your plays of an episode, or of a season. If there is more than one, all must be true. One act, undone by its id for 30 days.',
  ),
  undo: text(
    'undoPlayAct',
    'Undo an act on several plays',
    'Removes the plays that the act added, or puts back those that it removed. The second time nothing changes.',
  ),
  calendar: text(
    'readCalendar',
    'Read a calendar',
    'Lists what comes out from one day to another: episodes of the shows that you follow or that are in your lists, and films of your lists; and what you have watched. With folderId, only titles of that list come out.',
  ),
  statistics: text(
    'readStatistics',
    'Read what you watched in a year',
    'Adds up what you watched in a year or, without a year, in all time: hours, films, episodes, by month, weekday and day, genres, people, the stars that you gave these titles, and with whom. Days are those of timeZone.',
  ),
  spoilers: text(
    'readSpoilers',
    'Read what you see of unseen episodes',
    'With hide, the overviews and pictures of episodes that you have not seen are left out of all answers; with hide-names their names too; with show nothing is.',
  ),
  setSpoilers: text(
    'setSpoilers',
    'Choose what you see of unseen episodes',
    'Sets what is left out of answers about episodes that you have not seen.',
  ),
  upNext: text(
    'listUpNext',
    'List what you can watch next',
    'Lists the shows that you are watching: first those with a next episode, most recently watched first, then those with a day on which they return.',
  ),
  all: text(
    'listProgress',
    'List how far you are in all your shows',
    'Returns each show of which you have seen an episode, or that you have paused, dropped or restarted. Shows of which the source of titles does not answer are left out. Days are those of timeZone.',
  ),
});

const watchGroupTexts = familyKeys.flatMap((key) => {
  const { noun, Noun } = families[key];
  return describeGroup('Progress', watchGroupApi[key], {
    list: text(
      `list${Noun}Groups`,
      `List who watches shows of a ${noun} together`,
      'Lists the groups of members who watch a show together, and those that are proposed to you. Next is the first episode that one of them has not seen. Nothing says who that is.',
    ),
    join: text(
      `join${Noun}Group`,
      `Watch a show of a ${noun} together`,
      'Makes you one of those who watch the show together. With trusts, the others may record plays for you, which you can decline afterwards.',
    ),
    leave: text(`leave${Noun}Group`, 'Leave a group', 'You no longer watch the show together with the others.'),
    propose: text(
      `propose${Noun}Group`,
      'Propose to watch a show together',
      `Asks members of the ${noun} to watch the show together. Each of them joins or declines. Members need canEdit.`,
    ),
    decline: text(
      `decline${Noun}Group`,
      'Decline to watch a show together',
      'Declines what was proposed to you. Nobody else learns of it.',
    ),
    watched: text(
      `record${Noun}GroupWatched`,
      'Record that a group watched an episode',
      'Records a play for you and for members who trust the others, and proposes it to the rest. Those who have seen the episode get nothing.',
    ),
  });
});

const reviewTexts = describeGroup('Reviews', reviewApi, {
  mine: text('getMyReview', 'Get your review of a title', 'Returns your review, or null if you have not written one.'),
  create: text(
    'createReview',
    'Review a title',
    'Saves 1 to 5 stars and an optional comment, and adds the title to your list Reviewed. Facts of the title that are not sent are looked up.',
  ),
  update: text('updateReview', 'Change a review', 'Changes the stars and the comment of your review.'),
  remove: text('deleteReview', 'Delete a review', 'Deletes your review and removes the title from your list Reviewed.'),
  missing: text(
    'countMissingReviews',
    'Count what is missing in Reviewed',
    'Returns how many titles that you reviewed are not in your list Reviewed.',
  ),
  backfill: text(
    'backfillReviewed',
    'Complete the list Reviewed',
    'Adds reviewed titles that are missing from your list Reviewed. If the answer has next, call again with it as after.',
  ),
});

const recommendationTexts = describeGroup('Recommendations', recommendationApi, {
  forYou: text('listRecommendations', 'List recommendations', 'Lists titles for you, best first, each with a reason.'),
  guess: text(
    'guessRating',
    'Guess your rating of a title',
    'Returns the range of stars that you might give, or null if too little is known.',
  ),
  dismiss: text('dismissRecommendation', 'Dismiss a recommendation', 'Hides a title from your recommendations.'),
  restore: text('restoreRecommendation', 'Restore a recommendation', 'Allows a dismissed title in your picks again.'),
  settings: text(
    'getRecommendationSettings',
    'Get your recommendation settings',
    'Says whether a language model may rank your picks.',
  ),
  setSettings: text(
    'setRecommendationSettings',
    'Change your recommendation settings',
    'Sets whether a language model may read your reviews and rank your picks.',
  ),
});

const groupTexts = familyKeys.flatMap((key) => {
  const { noun, Noun } = families[key];
  return describeGroup('Recommendations', groupRecommendationApi[key], {
    forList: text(
      `listRecommendationsFor${Noun}`,
      `List recommendations for a ${noun}`,
      `Lists titles that suit everyone in the ${noun}, with a reason for each person.`,
    ),
  });
});

const userTexts = describeGroup('Users', userApi, {
  get: text('getUser', 'Get a user', 'Returns the profile of one user.'),
  list: text(
    'listUsers',
    'List users',
    'Lists the other users in the order in which they joined. On each page pinned users come first.',
  ),
  all: text('listAllUsers', 'List users (older path)', 'Returns the same as listUsers.'),
  search: text('searchUsers', 'Search users', 'Finds users by name, username or email address.'),
  pin: text('toggleUserPin', 'Pin or unpin a user', 'Pins the user, or removes the pin if there is one.'),
  blocks: text('listBlocks', 'List the users that you block', 'Lists the users that you block, the latest first.'),
  block: text(
    'blockUser',
    'Block a user',
    'You two no longer find or invite each other, and neither sees where the other is. Invitations and requests between you end; lists that you share stay shared.',
  ),
  unblock: text('unblockUser', 'Unblock a user', 'Ends your block of the user, if there is one.'),
});

const reportTexts = describeGroup('Users', reportApi, {
  send: text(
    'sendReport',
    'Report a person, a list or a comment',
    'Tells the operator about a person, a list or a comment that you can see. A second report of the same replaces the first while it waits.',
  ),
});

const profileTexts = familyKeys.flatMap((key) => {
  const { noun, nouns, Noun, Nouns } = families[key];
  return describeGroup('Users', profileApi[key], {
    owner: text(
      `get${Noun}Owner`,
      `Find the owner of a ${noun}`,
      `Returns the id of the user on whose profile the ${noun} is. Every signed-in user may ask.`,
    ),
    lists: text(`listUser${Nouns}`, `List the ${nouns} of a user`, `Lists the ${nouns} on a user's profile.`),
    list: text(`getUser${Noun}`, `Get a ${noun} of a user`, `Returns one ${noun} from a user's profile.`),
    items: text(
      `listUser${Noun}Items`,
      `List the items of a user's ${noun}`,
      'Returns one page of items, oldest first. X-Total-Count has the number of all items.',
    ),
  });
});

export const libraryTexts: TextEntry[] = [
  ...itemTexts,
  ...playTexts,
  ...progressTexts,
  ...watchGroupTexts,
  ...reviewTexts,
  ...recommendationTexts,
  ...groupTexts,
  ...userTexts,
  ...reportTexts,
  ...profileTexts,
];
