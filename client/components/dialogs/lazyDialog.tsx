import {
  type ComponentType,
  type FunctionComponent,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { toast } from '../toast/toast.ts';

interface Closable {
  onClose: () => void;
  /** Shown until the code is there. */
  placeholder?: ReactNode;
}

const loads = new Set<() => Promise<unknown>>();

/** Has `preloadDialogs` load this code too. */
function preloadLater(load: () => Promise<unknown>): void {
  loads.add(load);
}

/**
 * The dialog or menu of that name, whose file is loaded when it first opens. Where that fails, a toast says so and the
 * dialog counts as closed: the screen under it stays, and the next opening tries again.
 */
export function lazyDialog<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, (props: Props) => ReactNode>>,
  name: Name,
): FunctionComponent<Props & Closable> {
  const code: DialogCode<Props & Closable> = {
    async load() {
      code.Loaded = (await load())[name];
      return code.Loaded;
    },
  };
  preloadLater(code.load);
  return (props) => <LoadingDialog code={code} props={props} />;
}

interface DialogCode<Props> {
  load: () => Promise<ComponentType<Props>>;
  Loaded?: ComponentType<Props>;
  Lazy?: LazyExoticComponent<ComponentType<Props>>;
}

function lazyOf<Props extends Closable>(code: DialogCode<Props>): LazyExoticComponent<ComponentType<Props>> {
  return lazy<ComponentType<Props>>(async () => {
    try {
      return { default: await code.load() };
    } catch {
      code.Lazy = undefined;
      return { default: NotHere };
    }
  });
}

/** React delays anything that suspends by 300 ms, so a dialog that has loaded is rendered without lazy(). */
function LoadingDialog<Props extends Closable>({ code, props }: { code: DialogCode<Props>; props: Props }) {
  const [Code] = useState<ComponentType<Props>>(() => {
    if (code.Loaded) return code.Loaded;
    code.Lazy ??= lazyOf(code);
    return code.Lazy;
  });
  return (
    <Suspense fallback={props.placeholder}>
      <Code {...props} />
    </Suspense>
  );
}

/** Prefetches the code of dialogs, one after the other, so that they open immediately and also offline. */
export async function preloadDialogs(): Promise<void> {
  for (const load of [...loads]) {
    loads.delete(load);
    try {
      await load();
    } catch {
      // Opening the dialog tries again.
    }
  }
  // Remove preload hints of loaded files, to keep the number of DOM nodes low.
  for (const hint of document.head.querySelectorAll('link[rel="modulepreload"]')) hint.remove();
}

function NotHere({ onClose }: Closable) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: close once, also when onClose changes
  useEffect(() => {
    toast({
      title: 'Error',
      description: 'Couldn’t open this. Check your connection or reload the page.',
      variant: 'destructive',
    });
    onClose();
  }, []);
  return null;
}
