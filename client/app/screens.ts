import { type Family, families, familyKeys } from '../../common/families.ts';

/** The entries of the navigation, by where they lead. */
export type Place = '/' | '/my-list' | '/users' | '/account';

interface Entry {
  path: string;
  /** The entry of the navigation that is marked while the screen is open, if there is one. */
  place: Place | null;
  /** Visitors see it as well, without the frame. */
  isOpen?: boolean;
  /** It shows the results of the header's search itself. Other screens make room for them. */
  showsResults?: boolean;
  /**
   * People often begin here, so its files are fetched together with the app's code: the page has a table of them. Where the
   * server knows who asks, it names them itself.
   */
  isFirst?: 'by path' | 'by server';
}

export interface PlainScreen extends Entry {
  /** Of the file that has it, without Screen. */
  name:
    | 'Discover'
    | 'MyList'
    | 'Users'
    | 'Profile'
    | 'Diary'
    | 'Calendar'
    | 'Statistics'
    | 'UpNext'
    | 'Account'
    | 'Import'
    | 'Players'
    | 'Notifications'
    | 'Admin'
    | 'Join'
    | 'Share'
    | 'Guest';
}

/** A screen that shows folders or categories. */
export interface FamilyScreen extends Entry {
  name: 'Folders' | 'Folder' | 'FolderDetails' | 'FolderEditor' | 'Tonight' | 'ProfileList';
  family: Family;
}

/**
 * Every screen. The router, the marked entry of the navigation, the files that are fetched early, and the tests for
 * docs/screens.md and for accessibility follow from this table.
 */
export const screens: readonly (PlainScreen | FamilyScreen)[] = [
  { name: 'Discover', path: '/', place: '/', showsResults: true, isFirst: 'by server' },
  { name: 'Discover', path: '/browse', place: '/', showsResults: true },
  { name: 'MyList', path: '/my-list', place: '/my-list', isFirst: 'by path' },
  { name: 'UpNext', path: '/up-next', place: '/my-list', isFirst: 'by path' },
  { name: 'Users', path: '/users', place: '/users', isFirst: 'by path' },
  { name: 'Profile', path: '/users/:userId', place: '/users' },
  { name: 'Diary', path: '/diary', place: '/account' },
  { name: 'Calendar', path: '/calendar', place: '/my-list' },
  { name: 'Statistics', path: '/statistics', place: '/account' },
  { name: 'Account', path: '/account', place: '/account' },
  { name: 'Notifications', path: '/notifications', place: '/account' },
  { name: 'Import', path: '/import', place: '/account' },
  { name: 'Players', path: '/players', place: '/account' },
  { name: 'Admin', path: '/admin', place: '/account' },
  { name: 'Share', path: '/share', place: '/' },
  { name: 'Join', path: '/join/:token', place: null, isOpen: true },
  { name: 'Guest', path: '/tonight/:token', place: null, isOpen: true },
  ...familyKeys.flatMap((key) => familyScreens(families[key])),
];

function familyScreens(family: Family): FamilyScreen[] {
  const { screenPath, overviewPath, idName, nouns } = family;
  const list = `${screenPath}/:${idName}`;
  return [
    { name: 'Folders', path: overviewPath, family, place: '/my-list', showsResults: true, isFirst: 'by path' },
    { name: 'Folder', path: `${screenPath}/:id`, family, place: '/my-list', isFirst: 'by path' },
    { name: 'FolderDetails', path: `${list}/details`, family, place: '/my-list', isFirst: 'by path' },
    { name: 'FolderEditor', path: `${list}/editor`, family, place: '/my-list' },
    { name: 'Tonight', path: `${list}/tonight`, family, place: '/my-list' },
    { name: 'ProfileList', path: `/users/:userId/${nouns}/:${idName}`, family, place: '/users' },
  ];
}
