import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Logo } from '../components/Logo.tsx';
import { SearchBox } from '../components/SearchBox.tsx';
import { useCreateActionStore } from '../lib/createAction.ts';
import { useSearchText } from '../lib/searchText.ts';
import { useMediaQuery } from '../lib/useMediaQuery.ts';
import { AvatarMenu } from './AvatarMenu.tsx';
import classes from './Header.module.css';
import { useLive } from './live.store.ts';
import { PlaceLink } from './PlaceLink.tsx';

const searchingScreens = ['/', '/browse', '/folders', '/categories'];

/** Logo, the two links, search, 'New Category' where the screen can create one, and the avatar menu. */
export function Header() {
  const isPhone = useMediaQuery('(max-width: 47.99em)');
  const isNarrow = useMediaQuery('(max-width: 56.24em)');
  const { text, setText } = useSearchText();
  const create = useCreateActionStore((state) => state.create);
  const isReconnecting = useLive((state) => state.isReconnecting);
  const search = useRef<HTMLInputElement>(null);
  useSlashToFocus(search);
  const navigate = useNavigate();
  const { pathname } = useLocation();

  // Where nothing filters by the text as it is typed, Enter takes it to Discover.
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() && !searchingScreens.includes(pathname)) navigate('/');
  };

  return (
    <header className={classes.header}>
      <Link to="/" className={classes.logo} aria-label="Marquee" onClick={() => setText('')}>
        <Logo size={30} isShort={isNarrow} />
      </Link>
      {!isPhone && (
        <nav className={classes.links} aria-label="Main">
          <PlaceLink to="/my-list">My List</PlaceLink>
          <PlaceLink to="/users">Users</PlaceLink>
        </nav>
      )}
      <search className={classes.search}>
        <form onSubmit={handleSubmit}>
          <SearchBox
            value={text}
            onChange={setText}
            placeholder={isPhone ? 'Search...' : 'Search movies & TV shows...'}
            inputRef={search}
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
        {!isPhone && create && (
          <Button className={classes.create} leftSection={<IconPlus size={18} stroke={2} />} onClick={create}>
            New Category
          </Button>
        )}
        {!isPhone && <AvatarMenu />}
      </div>
    </header>
  );
}

/** '/' brings the focus to the search box from wherever nothing is being typed. */
function useSlashToFocus(search: { current: HTMLInputElement | null }) {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isTyping = target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
      const isInDialog = target.closest('[role="dialog"]') !== null;
      if (event.key !== '/' || isTyping || isInDialog || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      search.current?.focus();
      search.current?.select();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [search]);
}
