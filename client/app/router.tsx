import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { type Family, families, familyKeys } from '../../common/families.ts';
import { Gate } from './Gate.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { RouteError } from './RouteError.tsx';
import type { RouteHandle } from './routeHandle.ts';

/** A route whose screen is a chunk of its own; it starts loading before it is known who is signed in. */
function screen(path: string, load: () => Promise<ComponentType>, handle?: RouteHandle): RouteObject {
  return { path, handle, lazy: async () => ({ Component: await load() }) };
}

/** The same for a screen that serves both families, in the words of one of them. */
function familyScreen(
  path: string,
  family: Family,
  load: () => Promise<ComponentType<{ family: Family }>>,
): RouteObject {
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
const editor = () => import('../screens/FolderEditorScreen.tsx').then((file) => file.FolderEditorScreen);
const notFound = () => import('../screens/NotFoundScreen.tsx').then((file) => file.NotFoundScreen);

function familyRoutes(family: Family): RouteObject[] {
  const { screenPath, overviewPath, idName } = family;
  return [
    familyScreen(overviewPath, family, folders),
    familyScreen(`${screenPath}/:id`, family, folder),
    familyScreen(`${screenPath}/:${idName}/details`, family, details),
    familyScreen(`${screenPath}/:${idName}/editor`, family, editor),
  ];
}

export const routes: RouteObject[] = [
  {
    Component: Gate,
    HydrateFallback: LoadingScreen,
    ErrorBoundary: RouteError,
    children: [
      screen('/', discover, { visitors: 'landing' }),
      screen('/browse', discover),
      screen('/my-list', myList),
      ...familyKeys.flatMap((key) => familyRoutes(families[key])),
      screen('*', notFound, { visitors: 'same' }),
    ],
  },
];

export const router = createBrowserRouter(routes);
