import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { Gate } from './Gate.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { RouteError } from './RouteError.tsx';
import type { RouteHandle } from './routeHandle.ts';

/** A route whose screen is a chunk of its own; it starts loading before it is known who is signed in. */
function screen(path: string, load: () => Promise<ComponentType>, handle?: RouteHandle): RouteObject {
  return { path, handle, lazy: async () => ({ Component: await load() }) };
}

const discover = () => import('../screens/DiscoverScreen.tsx').then((file) => file.DiscoverScreen);
const notFound = () => import('../screens/NotFoundScreen.tsx').then((file) => file.NotFoundScreen);

export const routes: RouteObject[] = [
  {
    Component: Gate,
    HydrateFallback: LoadingScreen,
    ErrorBoundary: RouteError,
    children: [
      screen('/', discover, { visitors: 'landing' }),
      screen('/browse', discover),
      screen('*', notFound, { visitors: 'same' }),
    ],
  },
];

export const router = createBrowserRouter(routes);
