import { type ComponentType, lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';

const found = import.meta.glob<Record<string, ComponentType>>([
  '../screens/AddToFolderDialog.tsx',
  '../screens/ShareDialog.tsx',
]);

function later(name: string) {
  return lazy(async () => ({ default: (await found[`../screens/${name}.tsx`]?.())?.[name] ?? (() => null) }));
}

/** Each dialog by the parameter that opens it, lowest first; its code loads with its first opening. */
const dialogs: Record<string, ComponentType> = {
  title: lazy(() => import('../screens/MediaDialog.tsx').then((file) => ({ default: file.MediaDialog }))),
  share: later('ShareDialog'),
  create: lazy(() =>
    import('../screens/CreateFolderDialog.tsx').then((file) => ({ default: file.CreateFolderDialog })),
  ),
  add: later('AddToFolderDialog'),
};

/** The dialogs that the address asks for, over whichever screen. */
export function Dialogs() {
  const [params] = useSearchParams();
  return (
    <Suspense>{Object.entries(dialogs).map(([name, Dialog]) => params.has(name) && <Dialog key={name} />)}</Suspense>
  );
}
