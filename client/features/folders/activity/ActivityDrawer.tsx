import '../../../components/dialogs/modal.ts';
import { Button, Drawer, Loader } from '@mantine/core';
import type { Family } from '../../../../common/families.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { MemberChange } from '../../../../common/schemas/changes.ts';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { toastError } from '../../../components/toast/toast.ts';
import { useFolders } from '../state/folder.store.ts';
import { accessOf } from '../state/useFolder.ts';
import classes from './ActivityDrawer.module.css';
import { ActivityLine, useNow } from './ActivityLine.tsx';
import { undoableRevs } from './activityWords.ts';
import { useActivity } from './useActivity.ts';

interface ActivityDrawerProps {
  replica: Replica;
  family: Family;
  /** The rev at the end of the last visit. */
  lastVisit: number | null;
  onClose: () => void;
}

/** A list's activity as sentences, newest first, live. New entries since the last visit are marked. */
export function ActivityDrawer({ replica, family, lastVisit, onClose }: ActivityDrawerProps) {
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={440}
      title="Activity"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Log replica={replica} family={family} lastVisit={lastVisit} />
    </Drawer>
  );
}

function Log({ replica, family, lastVisit }: Omit<ActivityDrawerProps, 'onClose'>) {
  const { folder, activity } = replica;
  const { view, loading, hasFailed, retry } = useActivity(replica, family.key);
  const now = useNow();
  const undoable = activity ? undoableRevs(activity, accessOf(replica), view) : new Set<number>();

  const { isBusy, run } = useBusy();
  const loadOlder = () => useFolders.getState().loadOlderActivity(folder.id, family.key);

  if (!activity && hasFailed) return <Failed onRetry={retry} />;
  if (!activity) return <Waiting />;

  const fresh = lastVisit === null ? [] : activity.filter((change) => change.rev > lastVisit);
  const earlier = activity.slice(fresh.length);
  const lines = (changes: MemberChange[]) =>
    changes.map((change) => (
      <ActivityLine
        key={change.rev}
        change={change}
        view={view}
        now={now}
        onUndo={undoable.has(change.rev) ? () => undo(folder.id, change.rev, family) : undefined}
      />
    ));
  return (
    <>
      {fresh.length > 0 && <h3 className={classes.since}>Since you left</h3>}
      {fresh.length > 0 && <ol className={classes.lines}>{lines(fresh)}</ol>}
      {fresh.length > 0 && earlier.length > 0 && <h3 className={classes.earlier}>Earlier</h3>}
      <ol className={classes.lines}>{lines(earlier)}</ol>
      {loading?.hasOlder && (
        <Button
          variant="default"
          fullWidth
          className={classes.older}
          loading={isBusy}
          onClick={() => run(loadOlder, 'Couldn’t load older activity. Try again.')}
        >
          Show older
        </Button>
      )}
    </>
  );
}

function Waiting() {
  return (
    <div className={classes.waiting} role="status" aria-label="Loading activity">
      <Loader size="sm" />
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={classes.waiting}>
      <p>Couldn’t load the activity.</p>
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

async function undo(folderId: string, rev: number, family: Family): Promise<void> {
  try {
    await useFolders.getState().undoChange(folderId, rev, family.key);
  } catch (error) {
    toastError(error, 'Couldn’t undo this. Try again.');
  }
}
