import { Button } from '@mantine/core';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { momentText } from '../../../lib/dates.ts';
import { eventText, isWarning } from './eventWords.ts';
import classes from './Security.module.css';
import { ShownListRow } from './ShownListRow.tsx';
import { useSecurity } from './security.store.ts';

/** What happened to the safety of the account. */
export function ActivityRow() {
  const events = useSecurity((state) => state.events);
  const hasMore = useSecurity((state) => state.nextEvents !== undefined);
  const loadEvents = useSecurity((state) => state.loadEvents);

  return (
    <ShownListRow
      label="Activity"
      hint="Sign-ins and changes of your account in the last year"
      load={loadEvents}
      failure="Failed to load the activity"
    >
      {events && (
        <>
          <ul className={classes.list} aria-label="Activity">
            {events.map((event) => (
              <li key={event.id} className={classes.entry} data-warning={isWarning(event) || undefined}>
                <p className={classes.title}>{eventText(event)}</p>
                <p className={classes.facts}>
                  {[momentText(event.createdAt), event.device, event.address].filter(Boolean).join(' · ')}
                </p>
              </li>
            ))}
          </ul>
          {hasMore && <MoreButton />}
        </>
      )}
    </ShownListRow>
  );
}

function MoreButton() {
  const loadMore = useSecurity((state) => state.loadMoreEvents);
  const { isBusy, run } = useBusy();

  const handleClick = () => run(loadMore, 'Failed to load the activity');

  return (
    <Button variant="default" className={classes.more} loading={isBusy} onClick={handleClick}>
      Show older
    </Button>
  );
}
