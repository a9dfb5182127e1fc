import { lazy, Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useSession } from '../features/account/session.store.ts';
import { sendToLogin } from '../features/account/signedOut.ts';
import { useConfig } from '../features/titles/config.store.ts';
import { Layout } from './Layout.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { screenAt } from './router.tsx';

const LandingScreen = lazy(() =>
  import('../screens/LandingScreen.tsx').then((file) => ({ default: file.LandingScreen })),
);

/** Members get the screen in its frame; visitors the landing, the not-found screen, or the way to the sign-in page. */
export function Gate() {
  const status = useSession((state) => state.status);
  const isSettled = useConfig((state) => state.isSettled);
  const { pathname } = useLocation();

  if (status === 'resolving' || !isSettled) return <LoadingScreen />;
  if (status === 'signedIn') return <Layout />;
  if (pathname === '/') {
    return (
      <Suspense fallback={<LoadingScreen />}>
        <LandingScreen />
      </Suspense>
    );
  }
  return screenAt(pathname) ? <ToLogin /> : <Outlet />;
}

function ToLogin() {
  useEffect(() => sendToLogin(), []);
  return <LoadingScreen />;
}
