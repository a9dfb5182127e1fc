import { Suspense, useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { BottomBar } from './BottomBar.tsx';
import { Dialogs } from './Dialogs.tsx';
import { Header } from './Header.tsx';
import classes from './Layout.module.css';
import { Sidebar } from './Sidebar.tsx';

/** The frame of every screen for members: header, sidebar, bottom bar, and the dialogs that the address asks for. */
export function Layout() {
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
      <ScrollRestoration />
    </>
  );
}

function Main() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);

  // A new screen takes the focus, so that the keyboard starts at its top; dialogs change only the search part.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the reason
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <main ref={main} id="main" tabIndex={-1} className={classes.main}>
      <Suspense>
        <Outlet />
      </Suspense>
    </main>
  );
}
