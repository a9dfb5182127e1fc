import { Menu } from '@mantine/core';
import { IconCalendar, IconChecks, IconRepeat, IconTrash, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import type { EpisodeNumber } from '../../../../common/progress.ts';
import { DropdownMenu } from '../../../components/menu/DropdownMenu.tsx';
import { type MenuProps, opensDialog } from '../../../components/menu/MenuButton.tsx';
import { EpisodeCompanionsDialog } from '../record/CompanionsDialog.tsx';
import { useFellows } from '../useFellows.ts';
import { RecordDialog } from './RecordDialog.tsx';
import { watchEpisode, watchSome } from './watching.ts';

interface EpisodeMenuProps extends MenuProps {
  showId: number;
  folderId: string | null;
  number: EpisodeNumber;
  /** The numbers of the season's episodes that have aired. */
  aired: ReadonlySet<number>;
  isSeen: boolean;
  onRemove: () => void;
}

/** What can be done with an episode. One of the future can be recorded here too. */
export function EpisodeMenu(props: EpisodeMenuProps) {
  const { showId: tmdbId, folderId, number, aired, isSeen, onRemove, button, target } = props;
  const [asked, setAsked] = useState<'when' | 'who' | null>(null);
  const hasFellows = useFellows(folderId).length > 0;
  const { season } = number;
  const upTo = [...aired, number.episode]
    .filter((episode) => episode <= number.episode)
    .map((episode) => ({ season, episode }));
  return (
    <>
      <DropdownMenu button={button} target={target} position="bottom-end" offset={4} width={210}>
        <Menu.Item
          leftSection={<IconChecks />}
          onClick={() => void watchSome({ tmdbId, kind: 'upTo', episode: number, shown: upTo })}
        >
          Seen up to here
        </Menu.Item>
        {!isSeen && (
          <Menu.Item leftSection={<IconCalendar />} onClick={opensDialog(target, () => setAsked('when'))}>
            Seen on…
          </Menu.Item>
        )}
        {hasFellows && (
          <Menu.Item leftSection={<IconUsers />} onClick={opensDialog(target, () => setAsked('who'))}>
            Watched with…
          </Menu.Item>
        )}
        {isSeen && (
          <Menu.Item leftSection={<IconRepeat />} onClick={() => void watchEpisode(tmdbId, number, { wasSeen: true })}>
            Rewatched
          </Menu.Item>
        )}
        {isSeen && (
          <Menu.Item leftSection={<IconTrash />} onClick={onRemove}>
            Remove
          </Menu.Item>
        )}
      </DropdownMenu>
      {asked && isSeen && (
        <EpisodeCompanionsDialog showId={tmdbId} number={number} folderId={folderId} onClose={() => setAsked(null)} />
      )}
      {asked && !isSeen && (
        <RecordDialog
          target={{ tmdbId, kind: 'episode', episode: number }}
          asks={asked}
          folderId={folderId}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
