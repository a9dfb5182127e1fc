import { Button } from '@mantine/core';
import type { Family } from '../../../../common/families.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import { Skeleton } from '../../../components/feedback/Skeletons.tsx';
import { useOpenDialog } from '../../../lib/page/dialogUrl.ts';
import { ActivityLine, useNow } from '../activity/ActivityLine.tsx';
import { useActivity } from '../activity/useActivity.ts';
import classes from './details.module.css';

const SHOWN = 5;

/** The newest changes of the list, live. */
export function RecentActivity({ replica, family }: { replica: Replica; family: Family }) {
  const { activity } = replica;
  const openDialog = useOpenDialog();
  const { view, hasFailed, retry } = useActivity(replica, family.key);
  const now = useNow();

  return (
    <section className={classes.card} aria-label="Newest activity">
      <div className={classes.head}>
        <h2 className={classes.heading}>Newest activity</h2>
        <Button variant="subtle" size="compact-sm" onClick={() => openDialog({ activity: '1' })}>
          Show all
        </Button>
      </div>
      {activity && (
        <ol className={classes.lines}>
          {activity.slice(0, SHOWN).map((change) => (
            <ActivityLine key={change.rev} change={change} view={view} now={now} />
          ))}
        </ol>
      )}
      {!activity && hasFailed && <Failed onRetry={retry} />}
      {!activity && !hasFailed && <Skeleton height={240} radius={8} />}
    </section>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <p className={classes.quiet}>
      Couldn’t load the activity.{' '}
      <Button variant="subtle" size="compact-sm" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}
