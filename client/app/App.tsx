import { MantineProvider } from '@mantine/core';
import { useEffect } from 'react';
import { BrowserRouter, Route, Routes, useNavigate } from 'react-router';
import { Toaster } from '../components/Toaster.tsx';
import { useSession } from '../features/account/session.store.ts';
import { NotFoundScreen } from '../screens/NotFoundScreen.tsx';
import { Gate } from './Gate.tsx';
import { useLive } from './live.store.ts';
import { screens } from './router.tsx';
import { cssVariables, theme } from './theme.ts';
import { useScrollRestoration } from './useScrollRestoration.ts';

/** The providers around every screen, and the live connection while somebody is signed in. */
export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <BrowserRouter>
        <Connected />
      </BrowserRouter>
      <Toaster />
    </MantineProvider>
  );
}

function Connected() {
  const isSignedIn = useSession((state) => state.status === 'signedIn');
  const navigate = useNavigate();
  useScrollRestoration();

  // `navigate` is another function after every navigation; the connection must not follow it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: any of them leads to the landing screen
  useEffect(() => (isSignedIn ? openLiveConnection(() => navigate('/')) : undefined), [isSignedIn]);

  return (
    <Routes>
      <Route element={<Gate />}>
        {screens.map(({ path, element }) => (
          <Route key={path} path={path} element={element} />
        ))}
        <Route path="*" element={<NotFoundScreen />} />
      </Route>
    </Routes>
  );
}

const TRY_AGAIN_MS = 2000;

/** The first paint does not wait for the live connection's code; gives the function that ends it. */
function openLiveConnection(leave: () => void): () => void {
  let isOver = false;
  let end: (() => void) | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  const attempt = () => {
    import('./realtime.ts')
      .then(({ connectRealtime }) => {
        if (!isOver) end = connectRealtime(leave);
      })
      .catch(() => {
        // Without that code the screens still work, as of their last load.
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
