import { ActionIcon, Button } from '@mantine/core';
import { IconDots, IconMoonStars, IconPlus, IconShare3, IconStar } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { Family } from '../../../common/families.ts';
import { shownCount } from '../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import { LinkButton } from '../../components/controls/LinkButton.tsx';
import { Tooltip } from '../../components/controls/Tooltip.tsx';
import { lazyDialog } from '../../components/dialogs/lazyDialog.tsx';
import { MenuButton } from '../../components/menu/MenuButton.tsx';
import { toast } from '../../components/toast/toast.ts';
import { ActivityButton } from '../../features/folders/activity/ActivityButton.tsx';
import { ActionRow } from '../../features/folders/lists/ActionRow.tsx';
import type { ListAction } from '../../features/folders/lists/FolderCard.tsx';
import { editorPath, tonightPath } from '../../features/folders/state/folderPaths.ts';
import { mayIn } from '../../features/folders/state/useFolder.ts';
import { useBackfill, useMissingReviews } from '../../features/reviews/useBackfill.ts';
import { useOpenDialog } from '../../lib/page/dialogUrl.ts';

const FolderMenu = lazyDialog(() => import('./FolderMenu.tsx'), 'FolderMenu');

const NOTHING_TO_ADD = 'Every title that you reviewed is in Reviewed.';

interface FolderActionsProps {
  replica: Replica;
  family: Family;
  onAction: (action: ListAction) => void;
}

/** What the viewer may do with the list. The server's preview draws the same buttons. */
export function FolderActions({ replica, family, onAction }: FolderActionsProps) {
  const { folder } = replica;
  return (
    <ActionRow>
      <ActivityButton replica={replica} family={family} />
      {folder.isReviewed ? (
        <PreviousReviews itemCount={folder.itemCount} />
      ) : (
        <ListActions replica={replica} family={family} onAction={onAction} />
      )}
    </ActionRow>
  );
}

function ListActions({ replica, family, onAction }: FolderActionsProps) {
  const { id } = replica.folder;
  const openDialog = useOpenDialog();
  return (
    <>
      {shownCount(replica) > 0 && (
        <LinkButton to={tonightPath(family, id)} icon={IconMoonStars}>
          Tonight
        </LinkButton>
      )}
      {mayIn(replica, 'member:invite') && (
        <Button variant="default" leftSection={<IconShare3 />} onClick={() => openDialog({ share: id })}>
          Share
        </Button>
      )}
      {mayIn(replica, 'item:add') && (
        <Button component={Link} to={editorPath(family, id)} leftSection={<IconPlus size={18} stroke={2} />}>
          Add titles
        </Button>
      )}
      <div>
        <MenuButton renderMenu={(menu) => <FolderMenu {...menu} {...{ replica, family, onAction }} />}>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={20} stroke={1.75} />
            <span>More</span>
          </ActionIcon>
        </MenuButton>
      </div>
    </>
  );
}

/** Reviewed may lack reviewed titles: this restores them. While it lacks none, the button says so. */
function PreviousReviews({ itemCount }: { itemCount: number }) {
  const { isBusy, backfill } = useBackfill();
  const hasMissing = useMissingReviews(itemCount);
  return (
    <Tooltip label={hasMissing ? 'Adds the titles that are missing here' : NOTHING_TO_ADD}>
      <Button
        variant="default"
        leftSection={<IconStar />}
        loading={isBusy}
        // Not disabled, so that a press can say why nothing happens.
        data-disabled={!hasMissing || undefined}
        aria-disabled={!hasMissing}
        onClick={hasMissing ? backfill : () => toast({ title: 'Nothing to add', description: NOTHING_TO_ADD })}
      >
        Add Previous Reviews
      </Button>
    </Tooltip>
  );
}
