import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { lazyDialog } from '../components/lazyDialog.tsx';
import { useCloseDialog } from '../lib/dialogUrl.ts';
import { RouteError } from './RouteError.tsx';
import { useDialogFocus } from './useDialogFocus.ts';

/** Each dialog by the parameter that opens it, lowest first. */
const dialogs = Object.entries({
  actor: lazyDialog<object>(() => import('../screens/ActorDialog.tsx').then((file) => file.ActorDialog)),
  title: lazyDialog<object>(() => import('../screens/MediaDialog.tsx').then((file) => file.MediaDialog)),
  about: lazyDialog<object>(() => import('../screens/AboutDialog.tsx').then((file) => file.AboutDialog)),
  share: lazyDialog<object>(() => import('../screens/ShareDialog.tsx').then((file) => file.ShareDialog)),
  create: lazyDialog<object>(() => import('../screens/CreateFolderDialog.tsx').then((file) => file.CreateFolderDialog)),
  review: lazyDialog<object>(() => import('../screens/ReviewDialog.tsx').then((file) => file.ReviewDialog)),
  add: lazyDialog<object>(() => import('../screens/AddToFolderDialog.tsx').then((file) => file.AddToFolderDialog)),
});

/** The dialogs that the address asks for, over whichever screen. */
export function Dialogs() {
  const [params] = useSearchParams();
  return dialogs.map(
    ([name, Dialog]) =>
      params.has(name) && (
        <DialogFocus key={name}>
          <RouteError>
            <Opened name={name} Dialog={Dialog} />
          </RouteError>
        </DialogFocus>
      ),
  );
}

function Opened({ name, Dialog }: { name: string; Dialog: ComponentType<{ onClose: () => void }> }) {
  const close = useCloseDialog(name);
  return <Dialog onClose={close} />;
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
