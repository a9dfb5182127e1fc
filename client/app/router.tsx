import { type ComponentType, lazy, type ReactNode, useState } from 'react';
import { matchPath } from 'react-router';
import { type Family, families, familyKeys } from '../../common/families.ts';

/** A screen of members, in a chunk of its own. */
export interface ScreenRoute {
  path: string;
  element: ReactNode;
  /** Starts the chunk, for when it is known before the screen is due; resolves when it is here, or failed to come. */
  preload: () => Promise<unknown>;
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
  // A chunk that fails shows the error screen when it is due; nobody waits for it before.
  return { path, element: <Slot key={path} code={code} />, preload: () => start().catch(() => undefined) };
}

interface ScreenCode {
  Lazy: ComponentType;
  Loaded?: ComponentType;
}

/** What suspends, be it for a moment, is held back by React for 300 ms: a screen that is here is drawn without that. */
function Slot({ code }: { code: ScreenCode }) {
  const [Screen] = useState(() => code.Loaded ?? code.Lazy);
  return <Screen />;
}

/** The same for a screen that serves both families, in the words of one of them. */
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

const discover = () => import('../screens/DiscoverScreen.tsx').then((file) => file.DiscoverScreen);
const myList = () => import('../screens/MyListScreen.tsx').then((file) => file.MyListScreen);
const folders = () => import('../screens/FoldersScreen.tsx').then((file) => file.FoldersScreen);
const folder = () => import('../screens/FolderScreen.tsx').then((file) => file.FolderScreen);
const details = () => import('../screens/FolderDetailsScreen.tsx').then((file) => file.FolderDetailsScreen);
const users = () => import('../screens/UsersScreen.tsx').then((file) => file.UsersScreen);
const profile = () => import('../screens/ProfileScreen.tsx').then((file) => file.ProfileScreen);
const profileList = () => import('../screens/ProfileListScreen.tsx').then((file) => file.ProfileListScreen);
const account = () => import('../screens/AccountScreen.tsx').then((file) => file.AccountScreen);
const editor = () => import('../screens/FolderEditorScreen.tsx').then((file) => file.FolderEditorScreen);

function familyRoutes(family: Family): ScreenRoute[] {
  const { screenPath, overviewPath, idName, nouns } = family;
  return [
    familyScreen(overviewPath, family, folders),
    familyScreen(`${screenPath}/:id`, family, folder),
    familyScreen(`${screenPath}/:${idName}/details`, family, details),
    familyScreen(`${screenPath}/:${idName}/editor`, family, editor),
    familyScreen(`/users/:userId/${nouns}/:${idName}`, family, profileList),
  ];
}

export const screens: readonly ScreenRoute[] = [
  screen('/', discover),
  screen('/browse', discover),
  screen('/my-list', myList),
  screen('/users', users),
  screen('/users/:userId', profile),
  screen('/account', account),
  ...familyKeys.flatMap((key) => familyRoutes(families[key])),
];

/** The screen that a path names; undefined where there is none. */
export function screenAt(pathname: string): ScreenRoute | undefined {
  return screens.find(({ path }) => matchPath(path, pathname));
}
