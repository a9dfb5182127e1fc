import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FeedKind, NewPersonalFeed, PersonalFeed } from '../../../../../common/schemas/feed.ts';
import { ConfirmedButton } from '../../../../components/feedback/ConfirmedButton.tsx';
import { useBusy } from '../../../../components/feedback/useBusy.ts';
import { toast } from '../../../../components/toast/toast.ts';
import { dayText, momentText } from '../../../../lib/dates.ts';
import classes from '../Security.module.css';
import { ShownListRow } from '../ShownListRow.tsx';
import { ShownSecret } from '../ShownSecret.tsx';
import { createFeed, feedsQuery, revokeFeed } from './feed.queries.ts';

const names: Record<FeedKind, string> = { calendar: 'My calendar', additions: 'New titles in my lists' };

/** The secret addresses at which other programs follow the user's calendar and lists. */
export function FeedsRow() {
  const { data: feeds, refetch } = useQuery({ ...feedsQuery, enabled: false });
  const [created, setCreated] = useState<NewPersonalFeed | null>(null);
  const { isBusy, run } = useBusy();

  const make = (kind: FeedKind) =>
    run(async () => setCreated(await createFeed(kind)), 'Couldn’t make the address. Try again.');

  return (
    <ShownListRow
      id="calendar-and-feeds"
      label="Calendar and feeds"
      hint="Follow your calendar and new titles in other apps"
      load={() => refetch({ throwOnError: true })}
      failure="Couldn’t load your addresses. Try again."
    >
      {created && (
        <ShownSecret
          title={`The address of “${names[created.kind]}” is ready.`}
          label="New secret address"
          secret={created.url}
          copied="Address copied"
          onClose={() => setCreated(null)}
        />
      )}
      {feeds && feeds.length > 0 && (
        <ul className={classes.list} aria-label="Secret addresses">
          {feeds.map((feed) => (
            <FeedLine key={feed.id} feed={feed} />
          ))}
        </ul>
      )}
      <div className={classes.below}>
        <Button variant="default" loading={isBusy} onClick={() => make('calendar')}>
          New calendar address
        </Button>
        <Button variant="default" loading={isBusy} onClick={() => make('additions')}>
          New feed of additions
        </Button>
      </div>
    </ShownListRow>
  );
}

function FeedLine({ feed: { id, kind, createdAt, lastUsedAt } }: { feed: PersonalFeed }) {
  const name = names[kind];

  const revoke = async () => {
    await revokeFeed(id);
    toast({ title: 'Address revoked', description: 'Apps that use it get nothing more.' });
  };

  return (
    <li className={classes.entry}>
      <div className={classes.words}>
        <p className={classes.title}>{name}</p>
        <p className={classes.facts}>
          Made {dayText(createdAt)} · {lastUsedAt === null ? 'never used' : `last used ${momentText(lastUsedAt)}`}
        </p>
      </div>
      <ConfirmedButton
        label="Revoke"
        name={`Revoke ${name}`}
        title="Revoke this address?"
        work={revoke}
        failure="Couldn’t revoke the address. Try again."
      >
        Apps that use this address of “{name}” stop getting anything at once.
      </ConfirmedButton>
    </li>
  );
}
