import { Menu } from '@mantine/core';
import { IconCalendar, IconChecks, IconTrash, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import type { EpisodeNumber } from '../../../../common/progress.ts';
import { DropdownMenu } from '../../../components/menu/DropdownMenu.tsx';
import { type MenuProps, opensDialog } from '../../../components/menu/MenuButton.tsx';
import { useFellows } from '../useFellows.ts';
import { RecordDialog } from './RecordDialog.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { watchSome } from './watching.ts';

interface SeasonMenuProps extends MenuProps {
  showId: number;
  folderId: string | null;
  number: number;
  /** Those that have aired. */
  episodes: readonly EpisodeNumber[];
  /** Those that the viewer has seen. */
  seen: readonly EpisodeNumber[];
}

export function SeasonMenu({ showId: tmdbId, folderId, number, episodes, seen, button, target }: SeasonMenuProps) {
  const [asked, setAsked] = useState<'when' | 'who' | 'remove' | null>(null);
  const hasFellows = useFellows(folderId).length > 0;
  const last = episodes.at(-1);
  const close = () => setAsked(null);
  return (
    <>
      <DropdownMenu button={button} target={target} position="bottom-end" offset={4} width={210}>
        {last && (
          <Menu.Item
            leftSection={<IconChecks />}
            onClick={() => void watchSome({ tmdbId, kind: 'upTo', episode: last, shown: episodes })}
          >
            Seen up to here
          </Menu.Item>
        )}
        {last && (
          <Menu.Item leftSection={<IconCalendar />} onClick={opensDialog(target, () => setAsked('when'))}>
            Season seen on…
          </Menu.Item>
        )}
        {last && hasFellows && (
          <Menu.Item leftSection={<IconUsers />} onClick={opensDialog(target, () => setAsked('who'))}>
            Watched with…
          </Menu.Item>
        )}
        {seen.length > 0 && (
          <Menu.Item leftSection={<IconTrash />} onClick={opensDialog(target, () => setAsked('remove'))}>
            Remove
          </Menu.Item>
        )}
        {!last && seen.length === 0 && <Menu.Item disabled>Nothing has aired yet</Menu.Item>}
      </DropdownMenu>
      {asked === 'remove' && <RemoveDialog showId={tmdbId} season={number} shown={seen} onClose={close} />}
      {(asked === 'when' || asked === 'who') && (
        <RecordDialog
          target={{ tmdbId, kind: 'season', season: number, shown: episodes }}
          asks={asked}
          folderId={folderId}
          onClose={close}
        />
      )}
    </>
  );
}
