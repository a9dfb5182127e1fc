import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BrowserRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { Toaster } from '../components/toast/Toaster.tsx';
import { toastError } from '../components/toast/toast.ts';
import { useSession } from '../features/account/session.store.ts';
import { keepUnsentWrites, sendUnsentWrites } from '../features/folders/state/unsentWrites.ts';
import { keptFor, useKeepsLists } from '../features/offline/keeping.ts';
import { useUsers } from '../features/users/users.store.ts';
import { isSigningOut } from '../lib/http/signOut.ts';
import { previewReplaced } from '../lib/page/preview.ts';
import { styleNonce } from '../lib/page/styleNonce.ts';
import { queryClient } from '../lib/query.ts';
import { NotFoundScreen } from '../screens/NotFoundScreen.tsx';
import { Gate } from './Gate.tsx';
import { useLive } from './live/live.store.ts';
import { routes } from './router.tsx';
import { cssVariables, theme } from './theme/theme.ts';
import { useScrollRestoration } from './useScrollRestoration.ts';
import { useScrollToPart } from './useScrollToPart.ts';

/** The providers around every screen, and the live connection while a user is signed in. */
export function App() {
  return (
    <MantineProvider
      // They come with the theme's own variables, which is smaller than a stylesheet of all of them.
      deduplicateCssVariables={false}
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <Connected />
        </BrowserRouter>
      </QueryClientProvider>
      <Toaster />
    </MantineProvider>
  );
}

function Connected() {
  const isSignedIn = useSession((state) => state.status === 'signedIn');
  const navigate = useNavigate();
  useScrollRestoration();
  useScrollToPart();

  // `navigate` is a new function after every navigation, which must not reconnect the tab.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every version of `navigate` can open the landing screen
  useEffect(() => (isSignedIn ? openLiveConnection(() => navigate('/')) : undefined), [isSignedIn]);

  const viewerId = useUsers((state) => state.viewer?.id);
  useEffect(() => (viewerId ? carryUnsentWrites(viewerId) : undefined), [viewerId]);
  const keeps = useKeepsLists();
  useEffect(() => (viewerId ? keepOnDevice(viewerId, keeps) : undefined), [viewerId, keeps]);

  return (
    <Routes>
      <Route element={<Gate />}>
        {routes.map(({ path, element }) => (
          <Route key={path} path={path} element={element} />
        ))}
        <Route path="*" element={<NotFoundScreen />} />
      </Route>
    </Routes>
  );
}

const TRY_AGAIN_MS = 2000;

/** The first screen loads and paints its pictures before anything is kept. */
const SETTLED_MS = 1500;

/** Loads the live connection's code after the first screen. Returns a function that ends the connection. */
function openLiveConnection(leave: () => void): () => void {
  let isOver = false;
  let end: (() => void) | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  const attempt = () => {
    previewReplaced()
      .then(() => import('./live/realtime.ts'))
      .then(({ connectRealtime }) => {
        if (!isOver) end = connectRealtime(leave);
      })
      .catch(() => {
        // Without the live connection the screens still work, but show the state of their last load.
        useLive.getState().applyReconnecting(true);
        if (!isOver) again = setTimeout(attempt, TRY_AGAIN_MS);
      });
  };
  attempt();
  return () => {
    isOver = true;
    clearTimeout(again);
    end?.();
  };
}

/**
 * Keeps what the viewer has on this device, from when the first screen is complete, or deletes it. Returns a function that
 * stops it.
 */
function keepOnDevice(viewerId: string, keeps: boolean): () => void {
  let isOver = false;
  let stop: (() => void) | undefined;
  previewReplaced()
    .then(() => new Promise((resolve) => setTimeout(resolve, SETTLED_MS)))
    .then(() => (isOver || (!keeps && keptFor() === null) ? null : import('./offline/keep.ts')))
    .then((keep) => {
      if (isOver || !keep) return;
      if (keeps) stop = keep.startKeeping(viewerId);
      else void keep.stopKeeping();
    })
    // Without it the app works while there is a connection.
    .catch(() => undefined);
  return () => {
    isOver = true;
    stop?.();
  };
}

/** Keeps unanswered writes over a page reload. Returns a function that stops it. */
function carryUnsentWrites(viewerId: string): () => void {
  sendUnsentWrites(viewerId, new Date()).catch((error: unknown) => {
    toastError(error, 'Couldn’t save a change from before the reload. Make it again.');
  });
  // A page in the back-forward cache keeps its requests; only a page that ends needs this.
  const handleHide = (event: PageTransitionEvent) => {
    if (!event.persisted && !isSigningOut()) keepUnsentWrites(new Date());
  };
  window.addEventListener('pagehide', handleHide);
  return () => window.removeEventListener('pagehide', handleHide);
}
