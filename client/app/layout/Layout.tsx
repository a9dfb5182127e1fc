import { Button } from '@mantine/core';
import { useElementSize, useIdle } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { families } from '../../../common/families.ts';
import { lazyDialog, preloadDialogs } from '../../components/dialogs/lazyDialog.tsx';
import { useBackClosesDialogs } from '../../components/dialogs/openDialogs.ts';
import { useLostFocus } from '../../components/focus/useLostFocus.ts';
import { useLogOut } from '../../features/account/logOut.ts';
import { useInvitationNotice } from '../../features/folders/sharing/useInvitationAnswer.ts';
import { useQueue } from '../../features/offline/queue.store.ts';
import type { QueueEntry } from '../../features/offline/queuedWrite.ts';
import { useAheadQuestion } from '../../features/plays/askAhead.ts';
import { useProposalNotice } from '../../features/plays/proposals.ts';
import { useOpenDialog } from '../../lib/page/dialogUrl.ts';
import { useSearchQuery } from '../../lib/page/searchUrl.ts';
import { useAddKey, useHelpKey } from '../../lib/page/shortcuts.ts';
import { useMediaQuery } from '../../lib/page/useMediaQuery.ts';
import { useLive } from '../live/live.store.ts';
import { routeAt, searchScreen } from '../router.tsx';
import { BottomBar } from './BottomBar.tsx';
import { Dialogs } from './Dialogs.tsx';
import { Header } from './header/Header.tsx';
import classes from './Layout.module.css';
import { OfflineLine } from './OfflineLine.tsx';
import { RouteError } from './RouteError.tsx';
import { usePosterTransition } from './usePosterTransition.ts';
import { useScrollMark } from './useScrollMark.ts';

/** The frame of every signed-in screen: header, sidebar, bottom bar, and the dialogs that the address opens. */
export function Layout() {
  useAddKey();
  useHelpKey();
  usePosterTransition();
  useScrollMark();
  useLostFocus();
  useBackClosesDialogs();
  useInvitationNotice(families.category);
  useProposalNotice();
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <Header />
      <UpdateNotice />
      <OfflineLine />
      <div className={classes.body}>
        <Sidebar />
        <Main />
      </div>
      <BottomBar />
      <Dialogs />
      <AheadQuestion />
      <UnsavedOffline />
      <LogOutQuestion />
      <PreloadedDialogs />
    </>
  );
}

const AheadDialog = lazyDialog(() => import('../../features/plays/AheadDialog.tsx'), 'AheadDialog');

function AheadQuestion() {
  const { text, answer } = useAheadQuestion();
  return text === null ? null : <AheadDialog text={text} onAnswer={answer} onClose={() => answer(false)} />;
}

const OfflineProblems = lazyDialog(() => import('./OfflineProblems.tsx'), 'OfflineProblems');

function UnsavedOffline() {
  const entries = useQueue((state) => state.entries);
  const [postponed, setPostponed] = useState<readonly QueueEntry['seq'][]>([]);
  const unsaved = useMemo(
    () => entries.filter(({ problem, seq }) => problem !== undefined && !postponed.includes(seq)),
    [entries, postponed],
  );
  const close = async () => {
    // Those that can be sent again are lost only by 'Discard'. They show again at the next visit.
    const canBeSentAgain = ({ problem }: QueueEntry) => problem?.kind === 'failing';
    setPostponed([...postponed, ...unsaved.filter(canBeSentAgain).map(({ seq }) => seq)]);
    const { dismiss } = await import('../../features/offline/queue.ts');
    await dismiss(unsaved.filter((entry) => !canBeSentAgain(entry)));
  };
  return unsaved.length > 0 && <OfflineProblems entries={unsaved} onClose={() => void close()} />;
}

const LogOutDialog = lazyDialog(() => import('../../features/account/LogOutDialog.tsx'), 'LogOutDialog');

function LogOutQuestion() {
  const unsent = useLogOut((state) => state.unsent);
  return unsent > 0 && <LogOutDialog unsent={unsent} onClose={() => useLogOut.setState({ unsent: 0 })} />;
}

const REST_MS = 5000;

/** Fetches the code of the screen's dialogs while the user is idle, because fetching could make scrolling stutter. */
function PreloadedDialogs() {
  const { pathname } = useLocation();
  const isResting = useIdle(REST_MS, { initialState: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen opens other dialogs
  useEffect(() => {
    if (isResting) preloadDialogs();
  }, [isResting, pathname]);
  return null;
}

function Main() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  const query = useSearchQuery();
  const isCovered = query !== '' && !routeAt(pathname)?.showsResults;

  // A new screen gets the focus, so that Tab starts at its top. Dialogs only change the query.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <main ref={main} id="main" tabIndex={-1} className={classes.main}>
      <RouteError key={pathname}>
        <Suspense>
          <div className={classes.screen}>{isCovered ? searchScreen.element : <Outlet />}</div>
          <Footer />
        </Suspense>
      </RouteError>
    </main>
  );
}

/** Phones have no avatar menu, so About is at the end of each screen. */
function Footer() {
  const openDialog = useOpenDialog();
  return (
    <footer className={`${classes.footer} not-on-paper`}>
      <button type="button" onClick={() => openDialog({ about: '1' })}>
        About Marquee
      </button>
    </footer>
  );
}

const FolderSidebar = lazy(() =>
  import('../../screens/folders/FolderSidebar.tsx').then((file) => ({ default: file.FolderSidebar })),
);

/** The column with the user's lists in wide windows. Phones and tablets never load it. */
function Sidebar() {
  const isWide = useMediaQuery('(min-width: 1200px)');
  if (!isWide) return null;
  return (
    <aside className={`${classes.sidebar} stays-in-view not-on-paper`} aria-label="Your lists">
      <RouteError isQuiet>
        <Suspense>
          <FolderSidebar />
        </Suspense>
      </RouteError>
    </aside>
  );
}

/**
 * Asks for a reload when the server is newer than this tab, and offers it when a new version is on this device. Unanswered
 * writes are sent again after the reload.
 */
function UpdateNotice() {
  const isOutdated = useLive((state) => state.isOutdated);
  const update = useLive((state) => state.update);
  const { ref, height } = useElementSize();

  // Dialogs leave this space free.
  useEffect(() => {
    document.documentElement.style.setProperty('--notice-space', `${height}px`);
  }, [height]);

  return (
    <div ref={ref} role="status" className={classes.place}>
      {(isOutdated || update) && (
        <div className={classes.notice}>
          <p>
            {isOutdated ? 'Marquee has been updated. Reload to see changes live again.' : 'A new version is ready.'}
          </p>
          <Button size="xs" onClick={update ?? (() => window.location.reload())}>
            Reload
          </Button>
        </div>
      )}
    </div>
  );
}
