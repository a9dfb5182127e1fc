import { type ComponentType, lazy, type ReactNode, useState } from 'react';
import { matchPath } from 'react-router-dom';
import { type Family, families, familyKeys } from '../../common/families.ts';

/** A screen for signed-in users, in its own chunk. */
export interface ScreenRoute {
  path: string;
  element: ReactNode;
  /** Starts loading the chunk early. Resolves when it has loaded or failed. */
  preload: () => Promise<unknown>;
  /** Visitors see it as well, without the frame. */
  isOpen?: boolean;
  /** It shows the results of the header's search itself. Other screens make room for `searchScreen`. */
  showsResults?: boolean;
}

function screen(path: string, load: () => Promise<ComponentType>): ScreenRoute {
  let loading: Promise<{ default: ComponentType }> | undefined;
  const start = () => {
    loading ??= load().then((Screen) => {
      code.Loaded = Screen;
      return { default: Screen };
    });
    return loading;
  };
  const code: ScreenCode = { Lazy: lazy(start) };
  // A failed chunk shows the error screen when the screen opens.
  return { path, element: <Slot key={path} code={code} />, preload: () => start().catch(() => undefined) };
}

interface ScreenCode {
  Lazy: ComponentType;
  Loaded?: ComponentType;
}

/** React delays anything that suspends by 300 ms, so a screen that has loaded is rendered without lazy(). */
function Slot({ code }: { code: ScreenCode }) {
  const [Screen] = useState(() => code.Loaded ?? code.Lazy);
  return <Screen />;
}

/** The same, for a screen that serves both families. */
function familyScreen(
  path: string,
  family: Family,
  load: () => Promise<ComponentType<{ family: Family }>>,
): ScreenRoute {
  return screen(path, async () => {
    const Screen = await load();
    return () => <Screen family={family} />;
  });
}

const discover = () => import('../screens/discover/DiscoverScreen.tsx').then((file) => file.DiscoverScreen);
const myList = () => import('../screens/folders/MyListScreen.tsx').then((file) => file.MyListScreen);
const folders = () => import('../screens/folders/FoldersScreen.tsx').then((file) => file.FoldersScreen);
const folder = () => import('../screens/folders/FolderScreen.tsx').then((file) => file.FolderScreen);
const details = () => import('../screens/folders/FolderDetailsScreen.tsx').then((file) => file.FolderDetailsScreen);
const tonight = () => import('../screens/tonight/TonightScreen.tsx').then((file) => file.TonightScreen);
const guest = () => import('../screens/tonight/guest/GuestScreen.tsx').then((file) => file.GuestScreen);
const users = () => import('../screens/people/UsersScreen.tsx').then((file) => file.UsersScreen);
const profile = () => import('../screens/people/ProfileScreen.tsx').then((file) => file.ProfileScreen);
const profileList = () => import('../screens/people/ProfileListScreen.tsx').then((file) => file.ProfileListScreen);
const join = () => import('../screens/folders/JoinScreen.tsx').then((file) => file.JoinScreen);
const diary = () => import('../screens/diary/DiaryScreen.tsx').then((file) => file.DiaryScreen);
const account = () => import('../screens/account/AccountScreen.tsx').then((file) => file.AccountScreen);
const admin = () => import('../screens/admin/AdminScreen.tsx').then((file) => file.AdminScreen);
const search = () => import('../screens/discover/SearchScreen.tsx').then((file) => file.SearchScreen);
const editor = () => import('../screens/folders/editor/FolderEditorScreen.tsx').then((file) => file.FolderEditorScreen);

function familyRoutes(family: Family): ScreenRoute[] {
  const { screenPath, overviewPath, idName, nouns } = family;
  return [
    { ...familyScreen(overviewPath, family, folders), showsResults: true },
    familyScreen(`${screenPath}/:id`, family, folder),
    familyScreen(`${screenPath}/:${idName}/details`, family, details),
    familyScreen(`${screenPath}/:${idName}/editor`, family, editor),
    familyScreen(`${screenPath}/:${idName}/tonight`, family, tonight),
    familyScreen(`/users/:userId/${nouns}/:${idName}`, family, profileList),
  ];
}

export const screens: readonly ScreenRoute[] = [
  { ...screen('/', discover), showsResults: true },
  { ...screen('/browse', discover), showsResults: true },
  screen('/my-list', myList),
  screen('/users', users),
  screen('/users/:userId', profile),
  screen('/diary', diary),
  screen('/account', account),
  screen('/admin', admin),
  { ...screen('/join/:token', join), isOpen: true },
  { ...screen('/tonight/:token', guest), isOpen: true },
  ...familyKeys.flatMap((key) => familyRoutes(families[key])),
];

/** The results of the header's search, in place of the screen that is open. */
export const searchScreen = screen('*', search);

/** The screen at a path. Returns undefined if no screen has this path. */
export function screenAt(pathname: string): ScreenRoute | undefined {
  return screens.find(({ path }) => matchPath(path, pathname));
}
