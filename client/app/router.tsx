import { type ComponentType, lazy, type ReactNode, useState } from 'react';
import { matchPath } from 'react-router-dom';
import type { Family } from '../../common/families.ts';
import { type FamilyScreen, type PlainScreen, screens } from './screens.ts';

/** A screen, in its own chunk. */
interface ScreenCode {
  element: ReactNode;
  /** Starts loading the chunk early. Resolves when it has loaded or failed. */
  preload: () => Promise<unknown>;
}

type Load<Props> = () => Promise<ComponentType<Props>>;

const plain: Record<PlainScreen['name'], Load<object>> = {
  Discover: () => import('../screens/discover/DiscoverScreen.tsx').then((file) => file.DiscoverScreen),
  MyList: () => import('../screens/folders/MyListScreen.tsx').then((file) => file.MyListScreen),
  UpNext: () => import('../screens/upNext/UpNextScreen.tsx').then((file) => file.UpNextScreen),
  Users: () => import('../screens/people/UsersScreen.tsx').then((file) => file.UsersScreen),
  Profile: () => import('../screens/people/ProfileScreen.tsx').then((file) => file.ProfileScreen),
  Calendar: () => import('../screens/calendar/CalendarScreen.tsx').then((file) => file.CalendarScreen),
  Statistics: () => import('../screens/statistics/StatisticsScreen.tsx').then((file) => file.StatisticsScreen),
  Diary: () => import('../screens/diary/DiaryScreen.tsx').then((file) => file.DiaryScreen),
  Account: () => import('../screens/account/AccountScreen.tsx').then((file) => file.AccountScreen),
  Notifications: () =>
    import('../screens/notifications/NotificationsScreen.tsx').then((file) => file.NotificationsScreen),
  Import: () => import('../screens/import/ImportScreen.tsx').then((file) => file.ImportScreen),
  Players: () => import('../screens/players/PlayersScreen.tsx').then((file) => file.PlayersScreen),
  Admin: () => import('../screens/admin/AdminScreen.tsx').then((file) => file.AdminScreen),
  Share: () => import('../screens/discover/ShareScreen.tsx').then((file) => file.ShareScreen),
  Join: () => import('../screens/folders/JoinScreen.tsx').then((file) => file.JoinScreen),
  Guest: () => import('../screens/tonight/guest/GuestScreen.tsx').then((file) => file.GuestScreen),
};

const ofFamily: Record<FamilyScreen['name'], Load<{ family: Family }>> = {
  Folders: () => import('../screens/folders/FoldersScreen.tsx').then((file) => file.FoldersScreen),
  Folder: () => import('../screens/folders/FolderScreen.tsx').then((file) => file.FolderScreen),
  FolderDetails: () => import('../screens/folders/FolderDetailsScreen.tsx').then((file) => file.FolderDetailsScreen),
  FolderEditor: () =>
    import('../screens/folders/editor/FolderEditorScreen.tsx').then((file) => file.FolderEditorScreen),
  Tonight: () => import('../screens/tonight/TonightScreen.tsx').then((file) => file.TonightScreen),
  ProfileList: () => import('../screens/people/ProfileListScreen.tsx').then((file) => file.ProfileListScreen),
};

function loadOnce(key: string, load: Load<object>): ScreenCode {
  let loading: Promise<{ default: ComponentType }> | undefined;
  const start = () => {
    loading ??= load().then((Screen) => {
      code.Loaded = Screen;
      return { default: Screen };
    });
    return loading;
  };
  const code: Code = { Lazy: lazy(start) };
  // A failed chunk shows the error screen when the screen opens.
  return { element: <Slot key={key} code={code} />, preload: () => start().catch(() => undefined) };
}

interface Code {
  Lazy: ComponentType;
  Loaded?: ComponentType;
}

/** React delays anything that suspends by 300 ms, so a screen that has loaded is rendered without lazy(). */
function Slot({ code }: { code: Code }) {
  const [Screen] = useState(() => code.Loaded ?? code.Lazy);
  return <Screen />;
}

function loadOf(screen: PlainScreen | FamilyScreen): Load<object> {
  if (!('family' in screen)) return plain[screen.name];
  return async () => {
    const Screen = await ofFamily[screen.name]();
    return () => <Screen family={screen.family} />;
  };
}

export const routes = screens.map((screen) => ({ ...screen, ...loadOnce(screen.path, loadOf(screen)) }));

/** The results of the header's search, in place of the screen that is open. */
export const searchScreen = loadOnce('search', () =>
  import('../screens/discover/SearchScreen.tsx').then((file) => file.SearchScreen),
);

/** The screen at a path. Returns undefined if no screen has this path. */
export function routeAt(pathname: string) {
  return routes.find(({ path }) => matchPath(path, pathname));
}
