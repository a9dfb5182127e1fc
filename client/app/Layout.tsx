import { Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { preloadDialogs } from '../components/lazyDialog.tsx';
import { useOpenDialog } from '../lib/dialogUrl.ts';
import { useAddKey } from '../lib/useAddKey.ts';
import { BottomBar } from './BottomBar.tsx';
import { Dialogs } from './Dialogs.tsx';
import { Header } from './Header.tsx';
import classes from './Layout.module.css';
import { RouteError } from './RouteError.tsx';
import { Sidebar } from './Sidebar.tsx';

/** The frame of every screen for members: header, sidebar, bottom bar, and the dialogs that the address asks for. */
export function Layout() {
  useAddKey();
  usePreloadedDialogs();
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <Header />
      <div className={classes.body}>
        <Sidebar />
        <Main />
      </div>
      <BottomBar />
      <Dialogs />
    </>
  );
}

const QUIET_AFTER_MS = 3000;

/** Once a screen has come to rest, the code of what can be opened from it is fetched. */
function usePreloadedDialogs() {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen brings dialogs of its own
  useEffect(() => {
    const timer = setTimeout(preloadDialogs, QUIET_AFTER_MS);
    return () => clearTimeout(timer);
  }, [pathname]);
}

function Main() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);

  // A new screen takes the focus, so that the keyboard starts at its top; dialogs change only the search part.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <main ref={main} id="main" tabIndex={-1} className={classes.main}>
      <RouteError key={pathname}>
        <Suspense>
          <div className={classes.screen}>
            <Outlet />
          </div>
          <Footer />
        </Suspense>
      </RouteError>
    </main>
  );
}

/** The phone has no avatar menu; whoever scrolls to the end finds About there too. */
function Footer() {
  const openDialog = useOpenDialog();
  return (
    <footer className={classes.footer}>
      <button type="button" onClick={() => openDialog({ about: '1' })}>
        About Marquee
      </button>
    </footer>
  );
}
