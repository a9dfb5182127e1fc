import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Avatar } from '../../../components/Avatar.tsx';
import { IconAction } from '../../../components/controls/IconAction.tsx';
import { SearchBox } from '../../../components/controls/SearchBox.tsx';
import { lazyDialog } from '../../../components/dialogs/lazyDialog.tsx';
import { Logo } from '../../../components/Logo.tsx';
import { MenuButton } from '../../../components/menu/MenuButton.tsx';
import { InvitationMark } from '../../../features/folders/sharing/InvitationMark.tsx';
import { NoticeBell } from '../../../features/notices/NoticeBell.tsx';
import { useUsers } from '../../../features/users/users.store.ts';
import { useCreateActionStore } from '../../../lib/page/createAction.ts';
import { withParams } from '../../../lib/page/dialogUrl.ts';
import {
  isSearchState,
  SEARCH_PARAM,
  searchQueryOf,
  searchState,
  useSearchQuery,
} from '../../../lib/page/searchUrl.ts';
import { isInDialog, isShortcut } from '../../../lib/page/shortcuts.ts';
import { PHONE, useMediaQuery } from '../../../lib/page/useMediaQuery.ts';
import { useDebounced } from '../../../lib/useDebounced.ts';
import { useLive } from '../../live/live.store.ts';
import { searchScreen } from '../../router.tsx';
import { PlaceLink } from '../PlaceLink.tsx';
import classes from './Header.module.css';

/** Logo, the two links, search, 'New Category' on screens that can create one, the notifications, and the avatar menu. */
export function Header() {
  const isPhone = useMediaQuery(PHONE);
  const isNarrow = useMediaQuery('(max-width: 59.99em)');
  const { text, setText, search } = useSearchBox();
  const create = useCreateActionStore((state) => state.create);
  const isReconnecting = useLive((state) => state.isReconnecting && !state.isOutdated);
  const box = useRef<HTMLInputElement>(null);
  useSlashToFocus(box);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    search(text);
  };

  return (
    <header className={`${classes.header} stays-in-view not-on-paper`}>
      <Link to="/" className={`${classes.logo} roomy-link`} aria-label="Marquee" onClick={() => setText('')}>
        <Logo size={30} isShort={isNarrow} />
      </Link>
      {!isPhone && (
        <nav className={classes.links} aria-label="Main">
          <PlaceLink to="/my-list">
            <InvitationMark isBeside>My List</InvitationMark>
          </PlaceLink>
          <PlaceLink to="/users">Users</PlaceLink>
        </nav>
      )}
      <search className={classes.search} onFocus={searchScreen.preload}>
        <form onSubmit={handleSubmit}>
          <SearchBox
            value={text}
            onChange={setText}
            placeholder={isPhone ? 'Search...' : 'Search movies & TV shows...'}
            inputRef={box}
            isCompact={isPhone}
          />
        </form>
      </search>
      <div className={classes.end}>
        <span role="status" className={classes.live}>
          {isReconnecting && (
            <span className={classes.mark}>
              <span className={classes.dot} />
              <span className={classes.markText}>Reconnecting…</span>
            </span>
          )}
        </span>
        {!isPhone && create && <CreateButton isShort={isNarrow} onPress={create} />}
        <NoticeBell className={classes.bell} />
        {!isPhone && <AvatarMenu />}
      </div>
    </header>
  );
}

/** Without its words where the search box would have no room for its own. */
function CreateButton({ isShort, onPress }: { isShort: boolean; onPress: () => void }) {
  if (isShort) {
    return (
      <IconAction
        variant="filled"
        color="amber"
        size={40}
        className={classes.create}
        label="New Category"
        onPress={onPress}
      >
        <IconPlus size={20} stroke={2} />
      </IconAction>
    );
  }
  return (
    <Button className={classes.create} leftSection={<IconPlus size={18} stroke={2} />} onClick={onPress}>
      New Category
    </Button>
  );
}

/** '/' focuses the search box unless the user is typing in a field. */
function useSlashToFocus(box: { current: HTMLInputElement | null }) {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event, '/') || isInDialog(event)) return;
      event.preventDefault();
      box.current?.focus();
      box.current?.select();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [box]);
}

const AccountMenu = lazyDialog(() => import('./AccountMenu.tsx'), 'AccountMenu');

/** The viewer's picture, which opens the account menu. */
export function AvatarMenu() {
  const viewer = useUsers((state) => state.viewer);
  return (
    <div className={classes.root}>
      <MenuButton renderMenu={(props) => <AccountMenu {...props} />}>
        <button type="button" className={classes.target} aria-label="Account menu">
          <Avatar person={viewer} size={36} />
        </button>
      </MenuButton>
    </div>
  );
}

/**
 * The text of the header's search box, kept in the address of the open screen. A search is one entry of the history:
 * going back leaves it as a whole, and clearing the text goes back.
 */
function useSearchBox() {
  const navigate = useNavigate();
  const inAddress = useSearchQuery();
  const { pathname, search: params, state } = useLocation();
  const [text, setText] = useState(inAddress);
  const settled = useDebounced(text);
  // The address can change a moment after it was asked to, while the code of the results loads.
  const asked = useRef({ query: inAddress, pathname, hasOwnEntry: isSearchState(state) });

  const search = (typed: string) => {
    const query = searchQueryOf(typed);
    const before = asked.current;
    if (query === before.query) return;
    const isNew = before.query === '';
    const hasOwnEntry = query !== '' && (isNew || before.hasOwnEntry);
    asked.current = { query, pathname, hasOwnEntry };
    if (query === '' && before.hasOwnEntry) {
      navigate(-1);
      return;
    }
    navigate(
      { search: withParams(params, { [SEARCH_PARAM]: query || null }) },
      { replace: !isNew, preventScrollReset: true, state: hasOwnEntry ? searchState : null },
    );
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a pause in typing starts a search
  useEffect(() => search(settled), [settled]);

  // Back, forward and links change the search, too. Text that was not searched yet does not follow to another screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `state` belongs to the address
  useEffect(() => {
    const { query, pathname: lastPathname } = asked.current;
    if (inAddress === query && pathname === lastPathname) return;
    asked.current = { query: inAddress, pathname, hasOwnEntry: isSearchState(state) };
    setText(inAddress);
  }, [inAddress, pathname]);

  return { text, setText, search };
}
