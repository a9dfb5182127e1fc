import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useSearchParams } from 'react-router-dom';
import type { Family } from '../../../../common/families.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import { lazyDialog } from '../../../components/dialogs/lazyDialog.tsx';
import { useCloseDialog, useOpenDialog } from '../../../lib/page/dialogUrl.ts';
import { useLastVisit } from './useLastVisit.ts';

const ActivityDrawer = lazyDialog(() => import('./ActivityDrawer.tsx'), 'ActivityDrawer');

/** Opens a list's activity, as `?activity=1`. */
export function ActivityButton({ replica, family }: { replica: Replica; family: Family }) {
  const [params] = useSearchParams();
  const openDialog = useOpenDialog();
  const close = useCloseDialog('activity');
  const { folder, viewerId, rev } = replica;
  const lastVisit = useLastVisit(viewerId, folder.id, rev);

  return (
    <>
      <Button variant="default" leftSection={<IconHistory />} onClick={() => openDialog({ activity: '1' })}>
        Activity
      </Button>
      {params.has('activity') && (
        <ActivityDrawer replica={replica} family={family} lastVisit={lastVisit?.rev ?? null} onClose={close} />
      )}
    </>
  );
}
