import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { RouteError } from './RouteError.tsx';
import { useDialogFocus } from './useDialogFocus.ts';

/** Each dialog by the parameter that opens it, lowest first; its code loads with its first opening. */
const dialogs: Record<string, ComponentType> = {
  actor: lazy(() => import('../screens/ActorDialog.tsx').then((file) => ({ default: file.ActorDialog }))),
  title: lazy(() => import('../screens/MediaDialog.tsx').then((file) => ({ default: file.MediaDialog }))),
  about: lazy(() => import('../screens/AboutDialog.tsx').then((file) => ({ default: file.AboutDialog }))),
  share: lazy(() => import('../screens/ShareDialog.tsx').then((file) => ({ default: file.ShareDialog }))),
  create: lazy(() =>
    import('../screens/CreateFolderDialog.tsx').then((file) => ({ default: file.CreateFolderDialog })),
  ),
  review: lazy(() => import('../screens/ReviewDialog.tsx').then((file) => ({ default: file.ReviewDialog }))),
  add: lazy(() => import('../screens/AddToFolderDialog.tsx').then((file) => ({ default: file.AddToFolderDialog }))),
};

/** The dialogs that the address asks for, over whichever screen. */
export function Dialogs() {
  const [params] = useSearchParams();
  return Object.entries(dialogs).map(
    ([name, Dialog]) =>
      params.has(name) && (
        <DialogFocus key={name}>
          <RouteError>
            <Suspense>
              <Dialog />
            </Suspense>
          </RouteError>
        </DialogFocus>
      ),
  );
}

/** Brings the focus in, and back to what had it before the dialog: that is gone from the page at once when its parameter is. */
function DialogFocus({ children }: { children: ReactNode }) {
  const [before] = useState(() => document.activeElement);
  useDialogFocus();

  useEffect(
    () => () => {
      const target = before?.isConnected ? before : document.getElementById('main');
      // After the dialog's own focus trap has let go.
      if (target instanceof HTMLElement) requestAnimationFrame(() => target.focus({ preventScroll: true }));
    },
    [before],
  );
  return children;
}
