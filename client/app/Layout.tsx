import { useIdle } from '@mantine/hooks';
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
      <PreloadedDialogs />
    </>
  );
}

const REST_MS = 5000;

/** While whoever is here rests, the code of what can be opened from the screen is fetched: scrolling would show it. */
function PreloadedDialogs() {
  const { pathname } = useLocation();
  const isResting = useIdle(REST_MS, { initialState: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen brings dialogs of its own
  useEffect(() => {
    if (isResting) preloadDialogs();
  }, [isResting, pathname]);
  return null;
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
