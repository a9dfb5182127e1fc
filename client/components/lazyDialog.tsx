import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { toast } from './toast.ts';

interface Closable {
  onClose: () => void;
}

const loads = new Set<() => Promise<unknown>>();

/**
 * A dialog whose code comes with its first opening. Where that does not come, a toast says so and the dialog counts as
 * closed: the screen under it stays, and the next opening asks again.
 */
export function lazyDialog<Props extends object>(
  load: () => Promise<(props: Props) => ReactNode>,
): ComponentType<Props & Closable> {
  const code: DialogCode<Props & Closable> = {
    begin: () =>
      lazy<ComponentType<Props & Closable>>(async () => {
        try {
          return { default: await load() };
        } catch {
          code.Lazy = undefined;
          return { default: NotHere };
        }
      }),
  };
  loads.add(load);
  return (props) => <Opening code={code} props={props} />;
}

interface DialogCode<Props> {
  begin: () => LazyExoticComponent<ComponentType<Props>>;
  Lazy?: LazyExoticComponent<ComponentType<Props>>;
}

function Opening<Props extends object>({ code, props }: { code: DialogCode<Props>; props: Props }) {
  const [Code] = useState<ComponentType<Props>>(() => {
    code.Lazy ??= code.begin();
    return code.Lazy;
  });
  return (
    <Suspense>
      <Code {...props} />
    </Suspense>
  );
}

/** Fetches what dialogs are made of, one after the other, so that they open at once, and without a connection too. */
export async function preloadDialogs(): Promise<void> {
  for (const load of [...loads]) {
    loads.delete(load);
    try {
      await load();
    } catch {
      // Opening it asks again.
    }
  }
  // Hints whose files have come are nodes for nothing, and a long list is counted in nodes.
  for (const hint of document.head.querySelectorAll('link[rel="modulepreload"]')) hint.remove();
}

function NotHere({ onClose }: Closable) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: closed once, whatever function does it
  useEffect(() => {
    toast({
      title: 'Error',
      description: 'This did not open. Check your connection, or load the page again.',
      variant: 'destructive',
    });
    onClose();
  }, []);
  return null;
}
