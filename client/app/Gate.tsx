import { lazy, Suspense, useEffect } from 'react';
import { Outlet, useMatches } from 'react-router';
import { useSession } from '../features/account/session.store.ts';
import { sendToLogin } from '../features/account/signedOut.ts';
import { useConfig } from '../features/titles/config.store.ts';
import { Layout } from './Layout.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import type { RouteHandle } from './routeHandle.ts';

const LandingScreen = lazy(() =>
  import('../screens/LandingScreen.tsx').then((file) => ({ default: file.LandingScreen })),
);

/** Members get the screen in its frame; visitors the landing, the not-found screen, or the way to the sign-in page. */
export function Gate() {
  const status = useSession((state) => state.status);
  const isSettled = useConfig((state) => state.isSettled);
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;

  if (status === 'resolving' || !isSettled) return <LoadingScreen />;
  if (status === 'signedIn') return <Layout />;
  if (handle?.visitors === 'landing') {
    return (
      <Suspense fallback={<LoadingScreen />}>
        <LandingScreen />
      </Suspense>
    );
  }
  return handle?.visitors === 'same' ? <Outlet /> : <ToLogin />;
}

function ToLogin() {
  useEffect(() => sendToLogin(), []);
  return <LoadingScreen />;
}
