import { MantineProvider } from '@mantine/core';
import { useEffect } from 'react';
import { RouterProvider } from 'react-router';
import { Toaster } from '../components/Toaster.tsx';
import { useSession } from '../features/account/session.store.ts';
import { connectRealtime } from './realtime.ts';
import { router } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

/** The providers around every screen, and the live connection while somebody is signed in. */
export function App() {
  const isSignedIn = useSession((state) => state.status === 'signedIn');

  useEffect(() => (isSignedIn ? connectRealtime(() => router.navigate('/')) : undefined), [isSignedIn]);

  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <RouterProvider router={router} />
      <Toaster />
    </MantineProvider>
  );
}
