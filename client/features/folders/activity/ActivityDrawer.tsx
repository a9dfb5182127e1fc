import { Button, Drawer, Loader } from '@mantine/core';
import '../../../components/dialogs/modal.ts';
import { useEffect, useMemo, useState } from 'react';
import type { Family } from '../../../../common/families.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { MemberChange } from '../../../../common/schemas/changes.ts';
import { Avatar } from '../../../components/Avatar.tsx';
import { toastError } from '../../../components/feedback/toast.ts';
import { useMemberColour } from '../../../components/MemberColours.tsx';
import { useFolders } from '../state/folder.store.ts';
import { accessOf } from '../state/useFolder.ts';
import classes from './ActivityDrawer.module.css';
import { type ActivityView, momentOf, sentenceOf, undoableRevs } from './activityWords.ts';

export interface ActivityDrawerProps {
  replica: Replica;
  family: Family;
  /** The rev at the end of the last visit. */
  lastVisit: number | null;
  onClose: () => void;
}

const MINUTE_MS = 60_000;

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
  const { folder, viewerId, activity } = replica;
  const loading = useFolders((state) => state.entries[folder.id]?.activityStatus);
  const now = useNow();
  const view = useMemo<ActivityView>(
    () => ({ family, viewerId, isReviewed: folder.isReviewed }),
    [family, viewerId, folder.isReviewed],
  );
  const undoable = activity ? undoableRevs(activity, accessOf(replica), view) : new Set<number>();

  useEffect(() => load(folder.id, family), [folder.id, family]);

  if (!activity && loading?.status === 'failed') return <Failed onRetry={() => load(folder.id, family)} />;
  if (!activity) return <Waiting />;

  const fresh = lastVisit === null ? [] : activity.filter((change) => change.rev > lastVisit);
  const earlier = activity.slice(fresh.length);
  const lines = (changes: MemberChange[]) =>
    changes.map((change) => (
      <Line
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
          loading={loading.status === 'loading'}
          onClick={() => loadOlder(folder.id, family)}
        >
          Show older
        </Button>
      )}
    </>
  );
}

interface LineProps {
  change: MemberChange;
  view: ActivityView;
  now: Date;
  onUndo?: () => Promise<void>;
}

function Line({ change, view, now, onUndo }: LineProps) {
  const colourOf = useMemberColour();
  const [isUndoing, setUndoing] = useState(false);
  const { who, before, about, after } = sentenceOf(change, view);

  const handleUndo = async () => {
    setUndoing(true);
    await onUndo?.();
    setUndoing(false);
  };

  return (
    <li className={classes.line} style={{ '--member': colourOf(change.by.id) }}>
      <Avatar person={change.by} size={32} />
      <p className={classes.text}>
        <span>
          <span className={classes.who}>{who}</span> {before}
          {about && <strong className={classes.about}>{about}</strong>}
          {after}
        </span>
        <time className={classes.time} dateTime={change.at}>
          {momentOf(change.at, now)}
        </time>
      </p>
      {onUndo && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.undo}
          loading={isUndoing}
          aria-label={`Undo: ${before}${about ?? ''}${after ?? ''}`}
          onClick={handleUndo}
        >
          Undo
        </Button>
      )}
    </li>
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
      <p>The activity did not load.</p>
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** A failure shows in the status. */
function load(folderId: string, family: Family): void {
  useFolders
    .getState()
    .loadActivity(folderId, family.key)
    .catch(() => undefined);
}

async function loadOlder(folderId: string, family: Family): Promise<void> {
  try {
    await useFolders.getState().loadOlderActivity(folderId, family.key);
  } catch (error) {
    toastError(error, 'Failed to load older activity');
  }
}

async function undo(folderId: string, rev: number, family: Family): Promise<void> {
  try {
    await useFolders.getState().undoChange(folderId, rev, family.key);
  } catch (error) {
    toastError(error, 'Failed to undo');
  }
}

/** The current time, updated each minute, to keep '5 min ago' correct. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
