import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { IconAction } from '../../../components/controls/IconAction.tsx';
import { SearchBox } from '../../../components/controls/SearchBox.tsx';
import { Logo } from '../../../components/Logo.tsx';
import { InvitationMark } from '../../../features/folders/sharing/InvitationMark.tsx';
import { useCreateActionStore } from '../../../lib/page/createAction.ts';
import { isInDialog, isShortcut } from '../../../lib/page/shortcuts.ts';
import { PHONE, useMediaQuery } from '../../../lib/page/useMediaQuery.ts';
import { useLive } from '../../live/live.store.ts';
import { searchScreen } from '../../router.tsx';
import { PlaceLink } from '../PlaceLink.tsx';
import { AvatarMenu } from './AvatarMenu.tsx';
import classes from './Header.module.css';
import { InvitationBell } from './InvitationBell.tsx';
import { useSearchBox } from './useSearchBox.ts';

/** Logo, the two links, search, 'New Category' on screens that can create one, invitations, and the avatar menu. */
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
        <InvitationBell />
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
