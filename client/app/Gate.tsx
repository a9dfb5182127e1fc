import { lazy, Suspense, useEffect, useState } from 'react';
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
  const hasEnded = useEnded(pathname);
  const isFirstScreenHere = useFirstScreen(pathname);

  if (status === 'resolving' || !isSettled) return <LoadingScreen />;
  if (status === 'signedIn') return isFirstScreenHere ? <Layout /> : <LoadingScreen />;
  if (pathname === '/' || hasEnded) {
    return (
      <Suspense fallback={<LoadingScreen />}>
        <LandingScreen />
      </Suspense>
    );
  }
  return screenAt(pathname) ? <ToLogin /> : <Nowhere />;
}

/** Whether the session has just ended here: the way to the landing screen takes longer than that does. */
function useEnded(pathname: string): boolean {
  const hasEnded = useSession((state) => state.hasEnded);
  useEffect(() => {
    if (hasEnded && pathname === '/') useSession.getState().applyLeft();
  }, [hasEnded, pathname]);
  return hasEnded;
}

/** Whether the code of the screen that the page was opened at has come; later ones come while the one before stands. */
function useFirstScreen(pathname: string): boolean {
  const [isHere, setHere] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first alone
  useEffect(() => {
    const code = screenAt(pathname)?.preload() ?? Promise.resolve();
    code.then(() => setHere(true));
  }, []);
  return isHere;
}

function Nowhere() {
  return (
    <main>
      <Outlet />
    </main>
  );
}

function ToLogin() {
  useEffect(() => sendToLogin(), []);
  return <LoadingScreen />;
}
