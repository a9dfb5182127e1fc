import { Button } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { Family } from '../../../../common/families.ts';
import { shownCount } from '../../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import { FolderCover } from '../lists/FolderCover.tsx';
import { editorPath } from '../state/folderPaths.ts';
import { mayIn } from '../state/useFolder.ts';
import classes from './details.module.css';
import { ListNumbers } from './ListNumbers.tsx';
import { Members } from './Members.tsx';
import { RecentActivity } from './RecentActivity.tsx';

interface FolderContentProps {
  replica: Replica;
  family: Family;
  onManage: () => void;
}

/** A list at a glance: cover and numbers, members, and what happened last. */
export function FolderContent({ replica, family, onManage }: FolderContentProps) {
  const { folder } = replica;
  const mayAdd = mayIn(replica, 'item:add') && !folder.isReviewed;
  const mayRemove = mayIn(replica, 'item:remove');
  return (
    <div className={classes.content}>
      <div className={classes.summary}>
        <div className={classes.cover}>
          <FolderCover replica={replica} family={family.key} />
        </div>
        <div className={classes.facts}>
          <div className={classes.items}>
            <p className={classes.count}>
              <strong>{shownCount(replica)}</strong> {shownCount(replica) === 1 ? 'item' : 'items'} in this list
            </p>
            {(mayAdd || mayRemove) && (
              <Button
                component={Link}
                to={editorPath(family, folder.id)}
                variant="default"
                leftSection={mayAdd ? <IconPlus size={18} stroke={1.75} /> : <IconPencil size={18} stroke={1.75} />}
              >
                {mayAdd ? 'Add Items' : 'Edit Items'}
              </Button>
            )}
          </div>
          <ListNumbers replica={replica} family={family} />
        </div>
      </div>
      <div className={classes.columns}>
        {!folder.isReviewed && <Members replica={replica} family={family} onManage={onManage} />}
        <RecentActivity replica={replica} family={family} />
      </div>
    </div>
  );
}
