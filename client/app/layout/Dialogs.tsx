import { type ComponentType, type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { lazyDialog } from '../../components/dialogs/lazyDialog.tsx';
import { useFocusBack } from '../../components/focus/useFocusBack.ts';
import { useFreshSignIn } from '../../features/account/freshSignIn.store.ts';
import { useCloseDialog } from '../../lib/page/dialogUrl.ts';
import { retryEachFrame } from '../../lib/page/retryEachFrame.ts';
import { RouteError } from './RouteError.tsx';

/** Each dialog with the URL parameter that opens it. Later ones show on top. */
const dialogs = Object.entries({
  actor: lazyDialog(() => import('../../screens/discover/ActorDialog.tsx'), 'ActorDialog'),
  title: lazyDialog(() => import('../../screens/title/MediaDialog.tsx'), 'MediaDialog'),
  about: lazyDialog(() => import('../../screens/landing/AboutDialog.tsx'), 'AboutDialog'),
  share: lazyDialog(() => import('../../screens/folder-dialogs/ShareDialog.tsx'), 'ShareDialog'),
  invitations: lazyDialog(() => import('../../screens/folder-dialogs/InvitationsDialog.tsx'), 'InvitationsDialog'),
  deleted: lazyDialog(() => import('../../screens/folder-dialogs/DeletedListsDialog.tsx'), 'DeletedListsDialog'),
  create: lazyDialog(() => import('../../screens/folder-dialogs/CreateFolderDialog.tsx'), 'CreateFolderDialog'),
  review: lazyDialog(() => import('../../screens/title/ReviewDialog.tsx'), 'ReviewDialog'),
  add: lazyDialog(() => import('../../screens/folder-dialogs/AddToFolderDialog.tsx'), 'AddToFolderDialog'),
  shortcuts: lazyDialog(() => import('../../screens/shortcuts/ShortcutsDialog.tsx'), 'ShortcutsDialog'),
});

const FreshSignInDialog = lazyDialog(
  () => import('../../features/account/security/fresh/FreshSignInDialog.tsx'),
  'FreshSignInDialog',
);

/** The dialogs that the address opens, on top of any screen, and the one that asks who the user is on top of those. */
export function Dialogs() {
  const [params] = useSearchParams();
  const isConfirming = useFreshSignIn((state) => state.waiting !== null);
  const cancelConfirming = useFreshSignIn((state) => state.applyCancelled);
  return (
    <>
      {dialogs.map(
        ([name, Dialog]) =>
          params.has(name) && (
            <DialogFocus key={name}>
              <RouteError>
                <Opened name={name} Dialog={Dialog} />
              </RouteError>
            </DialogFocus>
          ),
      )}
      {isConfirming && <FreshSignInDialog onClose={cancelConfirming} />}
    </>
  );
}

function Opened({ name, Dialog }: { name: string; Dialog: ComponentType<{ onClose: () => void }> }) {
  const close = useCloseDialog(name);
  return <Dialog onClose={close} />;
}

/** Moves the focus into the dialog and back afterwards. The dialog leaves the page as soon as its parameter does. */
function DialogFocus({ children }: { children: ReactNode }) {
  useFocusBack();
  useDialogFocus();
  return children;
}

const USER_INPUT = ['keydown', 'pointerdown'] as const;

/**
 * Focuses the first field of the top dialog as soon as it is rendered: when a link opens the dialog directly, the
 * dialog's own focus trap finds only the close button, or nothing. Stops as soon as the user acts.
 */
function useDialogFocus(): void {
  useEffect(() => {
    let stop = () => {};
    // The click that opened the dialog is finished by the next frame.
    const frame = requestAnimationFrame(() => {
      stop = retryEachFrame(focusFirstField, USER_INPUT);
    });
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, []);
}

/** Returns whether the first field of the top dialog has the focus now. One that is not visible yet cannot get it. */
function focusFirstField(): boolean {
  const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1);
  const field = dialog?.querySelector<HTMLElement>('[data-autofocus]:not(:disabled)');
  field?.focus({ preventScroll: true });
  return field !== undefined && field !== null && document.activeElement === field;
}
