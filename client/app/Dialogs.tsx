import { type ComponentType, lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { RouteError } from './RouteError.tsx';

/** Each dialog by the parameter that opens it, lowest first; its code loads with its first opening. */
const dialogs: Record<string, ComponentType> = {
  actor: lazy(() => import('../screens/ActorDialog.tsx').then((file) => ({ default: file.ActorDialog }))),
  title: lazy(() => import('../screens/MediaDialog.tsx').then((file) => ({ default: file.MediaDialog }))),
  share: lazy(() => import('../screens/ShareDialog.tsx').then((file) => ({ default: file.ShareDialog }))),
  create: lazy(() =>
    import('../screens/CreateFolderDialog.tsx').then((file) => ({ default: file.CreateFolderDialog })),
  ),
  add: lazy(() => import('../screens/AddToFolderDialog.tsx').then((file) => ({ default: file.AddToFolderDialog }))),
};

/** The dialogs that the address asks for, over whichever screen. */
export function Dialogs() {
  const [params] = useSearchParams();
  return Object.entries(dialogs).map(
    ([name, Dialog]) =>
      params.has(name) && (
        <RouteError key={name}>
          <Suspense>
            <Dialog />
          </Suspense>
        </RouteError>
      ),
  );
}
