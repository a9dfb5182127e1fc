import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { LoadFailed } from '../components/feedback/LoadFailed.tsx';
import { LogoMark } from '../components/Logo.tsx';
import { useSession } from '../features/account/session.store.ts';
import { sendToLogin } from '../features/account/signedOut.ts';
import { useConfig } from '../features/titles/config.store.ts';
import { onReachable } from '../lib/http/reachable.ts';
import { removePreview } from '../lib/page/preview.ts';
import { useDeferredMount } from '../lib/page/useDeferredMount.ts';
import classes from './Gate.module.css';
import { Layout } from './layout/Layout.tsx';
import { routeAt } from './router.tsx';

const LandingScreen = lazy(() =>
  import('../screens/landing/LandingScreen.tsx').then((file) => ({ default: file.LandingScreen })),
);

/** Shows signed-in users the screen in its frame. Visitors get the landing screen, the not-found screen or a redirect to sign-in. */
export function Gate() {
  const status = useSession((state) => state.status);
  const isSettled = useConfig((state) => state.isSettled);
  const { pathname } = useLocation();
  const hasEnded = useEnded(pathname);
  const isFirstScreenHere = useFirstScreen(pathname);
  const isSignedIn = status === 'signedIn';
  const canEnter = useDeferredMount(isSignedIn && isSettled && isFirstScreenHere);

  if (status === 'resolving' || !isSettled) return <LoadingScreen />;
  if (status === 'unknown') return <Unreachable />;
  if (isSignedIn) return canEnter ? <Layout /> : <LoadingScreen />;
  if (pathname === '/' || hasEnded) {
    return (
      <Suspense fallback={<LoadingScreen />}>
        <LandingScreen />
      </Suspense>
    );
  }
  const screen = routeAt(pathname);
  return screen && !screen.isOpen ? <ToLogin /> : <Unframed />;
}

/** Whether the session just ended in this tab. The navigation to the landing screen finishes a little later. */
function useEnded(pathname: string): boolean {
  const hasEnded = useSession((state) => state.hasEnded);
  useEffect(() => {
    if (hasEnded && pathname === '/') useSession.getState().applyLeft();
  }, [hasEnded, pathname]);
  return hasEnded;
}

/** Whether the code of the first screen has loaded. Later screens load while the previous one stays visible. */
function useFirstScreen(pathname: string): boolean {
  const [isHere, setHere] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first screen matters
  useEffect(() => {
    const code = routeAt(pathname)?.preload() ?? Promise.resolve();
    code.then(() => setHere(true));
  }, []);
  return isHere;
}

/** A screen for visitors: what an open address shows, or that there is no such screen. */
function Unframed() {
  return (
    <main>
      <Suspense fallback={<LoadingScreen />}>
        <Outlet />
      </Suspense>
    </main>
  );
}

/** The server did not say who is signed in. The person stays where they are and asks again. */
function Unreachable() {
  const error = useSession((state) => state.error);
  useEffect(removePreview, []);
  useEffect(() => onReachable(askAgain), []);
  return (
    <main>
      <LoadFailed heading="h1" title="Couldn’t load Marquee" error={error} onRetry={askAgain} />
    </main>
  );
}

function askAgain(): void {
  if (!useConfig.getState().config) useConfig.getState().loadConfig();
  useSession.getState().resolveSession();
}

function ToLogin() {
  useEffect(() => sendToLogin(), []);
  return <LoadingScreen />;
}

/** The full-window loading screen until the session is resolved. */
function LoadingScreen() {
  return (
    <div className={classes.screen} role="status">
      <LogoMark size={48} />
      <p>Loading</p>
    </div>
  );
}
