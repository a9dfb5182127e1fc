import { type ComponentType, lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';

/** Each dialog by the parameter that opens it, lowest first; its code loads with its first opening. */
const dialogs: Record<string, ComponentType> = {
  title: lazy(() => import('../screens/MediaDialog.tsx').then((file) => ({ default: file.MediaDialog }))),
};

/** The dialogs that the address asks for, over whichever screen. */
export function Dialogs() {
  const [params] = useSearchParams();
  return (
    <Suspense>{Object.entries(dialogs).map(([name, Dialog]) => params.has(name) && <Dialog key={name} />)}</Suspense>
  );
}
