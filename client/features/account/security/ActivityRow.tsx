import { useInfiniteQuery } from '@tanstack/react-query';
import { MorePages } from '../../../components/feedback/MorePages.tsx';
import { momentText } from '../../../lib/dates.ts';
import { eventText, isWarning } from './eventWords.ts';
import classes from './Security.module.css';
import { ShownListRow } from './ShownListRow.tsx';
import { eventsQuery } from './security.queries.ts';

/** What happened to the safety of the account. */
export function ActivityRow() {
  const query = useInfiniteQuery({ ...eventsQuery, enabled: false });
  const events = query.data;

  return (
    <ShownListRow
      label="Activity"
      hint="Sign-ins and changes of your account in the last year"
      load={() => query.refetch({ throwOnError: true })}
      failure="Couldn’t load the activity"
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
          <MorePages query={query} label="Show older" className={classes.more} />
        </>
      )}
    </ShownListRow>
  );
}
