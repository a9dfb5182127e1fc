import type { Flags } from '../../common/permissions.ts';

/** The password of all people of the demo. */
export const PASSWORD = 'popcorn and a film';

export interface SamplePerson {
  key: string;
  firstName: string;
  lastName: string;
  username: string;
}

/** The demo suggests to sign in as the first one. */
export const people: SamplePerson[] = [
  { key: 'mira', firstName: 'Mira', lastName: 'Okafor', username: 'mira' },
  { key: 'jonas', firstName: 'Jonas', lastName: 'Lindqvist', username: 'jonas_l' },
  { key: 'priya', firstName: 'Priya', lastName: 'Raman', username: 'priya' },
  { key: 'tomas', firstName: 'Tomás', lastName: 'Rivera', username: 'tomasr' },
  { key: 'hana', firstName: 'Hana', lastName: 'Sato', username: 'hana-s' },
  { key: 'owen', firstName: 'Owen', lastName: 'Clarke', username: 'owenclarke' },
  { key: 'lucia', firstName: 'Lucía', lastName: 'Ferrer', username: 'luciaf' },
  { key: 'theo', firstName: 'Theo', lastName: 'Marchetti', username: 'theo' },
];

export const emailOf = (key: string) => `${key}@marquee.example`;

export interface SampleList {
  owner: string;
  name: string;
  family: 'folders' | 'categories';
  members?: Record<string, Partial<Flags>>;
  pending?: string[];
  /** The titles that each person added, in order. An asterisk marks watched titles. */
  titles: [who: string, ...titles: string[]][];
}

const everything: Partial<Flags> = { canAdd: true, canRemove: true, canEdit: true, canShare: true, canManage: true };

export const lists: SampleList[] = [
  {
    owner: 'mira',
    name: 'Friday nights',
    family: 'categories',
    members: { jonas: everything, priya: { canAdd: true, canRemove: true }, tomas: { canAdd: true } },
    pending: ['owen'],
    titles: [
      ['mira', 'Heat', 'Some Like It Hot*', 'Amélie', 'The Apartment*', 'Before Sunrise'],
      ['jonas', 'Fargo', 'The Big Lebowski*', 'Run Lola Run', 'Snatch'],
      ['priya', 'In the Mood for Love', 'Volver', 'Parasite*', 'Rear Window'],
      ['tomas', 'Amores Perros', 'Talk to Her', "Pan's Labyrinth", 'Roma'],
      ['mira', 'North by Northwest', 'Casablanca*', 'Groundhog Day', 'Breathless'],
    ],
  },
  {
    owner: 'mira',
    name: 'Space, slowly',
    family: 'categories',
    members: { hana: {} },
    titles: [['mira', '2001: A Space Odyssey*', 'Solaris', 'Moon', 'Interstellar', 'Gravity', 'Arrival*', 'Contact']],
  },
  {
    owner: 'mira',
    name: 'Rainy Sundays',
    family: 'folders',
    titles: [
      ['mira', 'Spirited Away*', 'My Neighbor Totoro', 'The Princess Bride', 'Lost in Translation', 'Stand by Me'],
    ],
  },
  {
    owner: 'jonas',
    name: 'Neo-noir',
    family: 'folders',
    members: { mira: { canAdd: true, canRemove: true, canEdit: true, canShare: true }, theo: { canAdd: true } },
    titles: [
      ['jonas', 'Chinatown*', 'Blade Runner*', 'L.A. Confidential', 'Memento', 'Drive', 'Sin City'],
      ['mira', 'Taxi Driver', 'Jackie Brown', 'Se7en'],
      ['theo', 'Mulholland Drive', 'Collateral'],
    ],
  },
  {
    owner: 'priya',
    name: 'Small screens',
    family: 'categories',
    members: { mira: { canAdd: true }, hana: { canAdd: true } },
    titles: [
      ['priya', 'The Wire', 'Breaking Bad*', 'Severance', 'Firefly', 'Planet Earth', 'The West Wing'],
      ['hana', 'Avatar: The Last Airbender', 'Attack on Titan', 'Futurama', 'Andor', 'Dark'],
    ],
  },
  {
    owner: 'hana',
    name: 'Hand-drawn',
    family: 'folders',
    titles: [['hana', 'Princess Mononoke*', 'Akira', 'Nausicaä of the Valley of the Wind', 'Spirited Away*']],
  },
  {
    owner: 'theo',
    name: 'One last job',
    family: 'folders',
    pending: ['mira'],
    titles: [['theo', "Ocean's Eleven", 'Heat*', 'The Sting', 'Inside Man', 'Reservoir Dogs*']],
  },
  {
    owner: 'lucia',
    name: 'Almodóvar y más',
    family: 'categories',
    pending: ['mira', 'tomas'],
    titles: [['lucia', 'All About My Mother*', 'Volver', 'Talk to Her', 'Roma']],
  },
];

export const reviews: [who: string, title: string, rating: number, comment?: string][] = [
  ['mira', 'Casablanca', 5, 'Every line has become a proverb, and it still surprises.'],
  ['mira', '2001: A Space Odyssey', 5, 'Best on the largest screen that will have you.'],
  ['mira', 'The Big Lebowski', 4],
  ['mira', 'Spirited Away', 5, 'The train over the water.'],
  ['mira', 'Saw', 1, 'Not for a Friday. Not for any day.'],
  ['mira', 'Arrival', 4, 'A film about grammar that made me cry.'],
  ['jonas', 'Chinatown', 5],
  ['jonas', 'Blade Runner', 4, 'Any cut will do.'],
  ['priya', 'Breaking Bad', 5],
  ['priya', 'Parasite', 5, 'Watch the stairs.'],
  ['hana', 'Princess Mononoke', 5],
  ['tomas', 'Amores Perros', 4],
];

export const pins: [who: string, pinned: string][] = [
  ['mira', 'jonas'],
  ['mira', 'priya'],
];

/** Who watches which show of a list together, and up to which episode each of them has seen it. */
export const groups: { list: string; show: string; seen: Record<string, [season: number, episode: number]> }[] = [
  { list: 'Small screens', show: 'Breaking Bad', seen: { mira: [2, 3], priya: [2, 5], hana: [2, 4] } },
];

/** Who saw what when, and with whom, who is then asked. Null is a play of unknown time. */
export const plays: {
  who: string;
  title: string;
  daysAgo: number | null;
  with?: string[];
  season?: number;
  episode?: number;
}[] = [
  { who: 'mira', title: 'Amélie', daysAgo: 0 },
  { who: 'mira', title: 'Some Like It Hot', daysAgo: 2, with: ['jonas'] },
  { who: 'mira', title: 'The Apartment', daysAgo: 9 },
  { who: 'mira', title: 'Parasite', daysAgo: 16, with: ['priya', 'jonas'] },
  { who: 'mira', title: 'Spirited Away', daysAgo: 41 },
  { who: 'mira', title: 'Heat', daysAgo: 47 },
  { who: 'mira', title: 'Chinatown', daysAgo: 75, with: ['jonas'] },
  { who: 'mira', title: 'Breaking Bad', daysAgo: 80 },
  { who: 'mira', title: 'Groundhog Day', daysAgo: 131 },
  { who: 'mira', title: 'Solaris', daysAgo: 160 },
  { who: 'mira', title: 'Groundhog Day', daysAgo: 296 },
  { who: 'mira', title: 'Memento', daysAgo: null },
  { who: 'jonas', title: 'Fargo', daysAgo: 1, with: ['mira'] },
  { who: 'jonas', title: 'Casablanca', daysAgo: 30 },
  { who: 'jonas', title: 'Heat', daysAgo: null },
  { who: 'jonas', title: 'Amélie', daysAgo: null },
  { who: 'jonas', title: 'Memento', daysAgo: 12 },
  { who: 'priya', title: 'Amélie', daysAgo: 5 },
  { who: 'priya', title: 'Volver', daysAgo: null },
  { who: 'priya', title: 'Casablanca', daysAgo: 30 },
  { who: 'tomas', title: 'Roma', daysAgo: 3 },
  { who: 'tomas', title: 'Casablanca', daysAgo: null },
  { who: 'mira', title: 'The Wire', daysAgo: 3, season: 1, episode: 4 },
  { who: 'priya', title: 'The Wire', daysAgo: 1, season: 1, episode: 6 },
  { who: 'hana', title: 'The Wire', daysAgo: 20, season: 2, episode: 1 },
];

/** What people say about titles of their lists, and who reacts. Mira has not come far enough for one of them. */
export const comments: {
  list: string;
  title: string;
  who: string;
  text: string;
  about?: { season: number; episode: number };
  spoiler?: boolean;
  reactions?: Record<string, string>;
}[] = [
  {
    list: 'Small screens',
    title: 'The Wire',
    who: 'priya',
    text: 'Give it three episodes. Nobody explains anything, and then it all falls into place.',
    reactions: { mira: 'like', hana: 'love' },
  },
  {
    list: 'Small screens',
    title: 'The Wire',
    who: 'hana',
    text: 'One word for five minutes, and they find the casing.',
    about: { season: 1, episode: 4 },
    reactions: { priya: 'laugh' },
  },
  {
    list: 'Small screens',
    title: 'The Wire',
    who: 'priya',
    text: 'I did not see that coming at all. Call me when you have watched it!',
    about: { season: 1, episode: 6 },
  },
  {
    list: 'Friday nights',
    title: 'Parasite',
    who: 'jonas',
    text: 'The doorbell. From there on I stopped eating.',
    spoiler: true,
    reactions: { mira: 'wow' },
  },
  {
    list: 'Friday nights',
    title: 'Fargo',
    who: 'tomas',
    text: 'Can we take this one when Priya is back? She loves snow.',
    reactions: { jonas: 'like', mira: 'love' },
  },
];

export interface SampleProgress {
  who: string;
  title: string;
  season: number;
  /** The last episode seen. Without it, all of the season that has aired. */
  episode?: number;
  daysAgo: number;
  /** Episodes before it that were not seen. */
  skipped?: [season: number, episode: number][];
  state?: 'paused' | 'dropped';
}

/** How far people are in shows, so that they have something to watch next. */
export const progress: SampleProgress[] = [
  { who: 'mira', title: 'Severance', season: 2, episode: 3, daysAgo: 1 },
  {
    who: 'mira',
    title: 'Andor',
    season: 1,
    episode: 9,
    daysAgo: 3,
    skipped: [
      [1, 3],
      [1, 4],
    ],
  },
  { who: 'mira', title: 'The Wire', season: 1, episode: 5, daysAgo: 6 },
  { who: 'mira', title: 'The Bear', season: 4, episode: 2, daysAgo: 8 },
  { who: 'mira', title: 'Game of Thrones', season: 6, episode: 9, daysAgo: 20 },
  { who: 'mira', title: "JoJo's Bizarre Adventure", season: 6, daysAgo: 25 },
  { who: 'mira', title: 'High Potential', season: 3, daysAgo: 14 },
  { who: 'mira', title: 'Dark', season: 3, daysAgo: 60 },
  { who: 'mira', title: 'Twin Peaks', season: 2, episode: 9, daysAgo: 90, state: 'paused' },
  { who: 'jonas', title: 'Severance', season: 1, episode: 8, daysAgo: 2 },
  { who: 'jonas', title: 'The Bear', season: 2, episode: 3, daysAgo: 4 },
  { who: 'jonas', title: 'Succession', season: 1, daysAgo: 50, state: 'dropped' },
  { who: 'priya', title: 'The Wire', season: 4, episode: 1, daysAgo: 3 },
  { who: 'priya', title: 'Severance', season: 2, episode: 5, daysAgo: 5 },
  { who: 'hana', title: 'Futurama', season: 4, episode: 11, daysAgo: 1 },
  { who: 'hana', title: 'Andor', season: 2, episode: 2, daysAgo: 7 },
];

/** Who shows the others in a list what they have seen, by its name. In the other lists the demo asks. */
export const showing: Record<string, string[]> = {
  'Friday nights': ['mira', 'jonas', 'priya', 'tomas'],
  'Neo-noir': ['jonas'],
};

export interface SampleEvening {
  list: string;
  /** Who opens the vote, then who joins it. */
  people: string[];
  /** The marks of these people for each title, in their order: 0 no, 1 maybe, 2 yes. */
  votes: Record<string, (0 | 1 | 2)[]>;
  /** The title that a person vetoes, by person. */
  vetoes?: Record<string, string>;
}

/** Votes on what to watch, oldest first. After each the winner is watched. */
export const evenings: SampleEvening[] = [
  {
    list: 'Friday nights',
    people: ['mira', 'jonas', 'priya'],
    votes: { Heat: [2, 1, 0], Amélie: [1, 2, 2], Fargo: [2, 0, 1], 'Run Lola Run': [1, 1, 2] },
  },
  {
    list: 'Friday nights',
    people: ['jonas', 'mira', 'priya', 'tomas'],
    votes: { Snatch: [2, 2, 1, 2], Volver: [1, 2, 2, 1], 'In the Mood for Love': [0, 2, 2, 1] },
    vetoes: { priya: 'Snatch' },
  },
];
