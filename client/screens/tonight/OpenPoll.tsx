import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Family } from '../../../common/families.ts';
import type { OpenPollBody, Poll } from '../../../common/schemas/poll.ts';
import { SegmentedFilter } from '../../components/controls/SegmentedFilter.tsx';
import { Switch } from '../../components/controls/Switch.tsx';
import { toastError } from '../../components/feedback/toast.ts';
import { openPoll } from '../../features/folders/polls/poll.api.ts';
import { ApiError } from '../../lib/http/http.ts';
import classes from './OpenPoll.module.css';
import { PastPolls } from './PastPolls.tsx';

const counts = ['4', '6', '8', '12'].map((value) => ({ value, label: value }));

const kinds = [
  { value: 'all', label: 'All' },
  { value: 'movie', label: 'Movies' },
  { value: 'tv', label: 'TV Shows' },
] as const;

const lengths = [
  { value: 'any', label: 'Any' },
  { value: '90', label: '1½ h' },
  { value: '120', label: '2 h' },
  { value: '150', label: '2½ h' },
] as const;

interface Choice {
  count: string;
  kind: (typeof kinds)[number]['value'];
  length: (typeof lengths)[number]['value'];
  onlyUnseen: boolean;
  includePicks: boolean;
  hasOpenBallots: boolean;
}

const usual: Choice = {
  count: '8',
  kind: 'all',
  length: 'any',
  onlyUnseen: false,
  includePicks: true,
  hasOpenBallots: false,
};

interface OpenPollProps {
  folderId: string;
  family: Family;
  onOpened: (poll: Poll) => void;
  /** Somebody else has just opened one. */
  onExists: () => void;
}

/** Opens a vote on titles of the list, and shows what earlier votes chose. */
export function OpenPoll({ folderId, family, onOpened, onExists }: OpenPollProps) {
  const [choice, setChoice] = useState(usual);
  const [isBusy, setBusy] = useState(false);
  const change = (changed: Partial<Choice>) => setChoice((known) => ({ ...known, ...changed }));

  const open = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      onOpened(await openPoll(folderId, family.key, toBody(choice)));
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 'poll_open') onExists();
      else toastError(error, 'Failed to open the vote');
    }
  };

  return (
    <section className={classes.open} aria-labelledby="tonight">
      <h1 id="tonight">What are we watching tonight?</h1>
      <p className={classes.lead}>
        Everyone in this list says no, maybe or yes to a few titles. Marquee finds the one that suits you all.
      </p>
      <form className={classes.form} onSubmit={open}>
        <Line label="Titles">
          <SegmentedFilter
            choices={counts}
            value={choice.count}
            onChange={(count) => change({ count })}
            label="Titles"
          />
        </Line>
        <Line label="Kind">
          <SegmentedFilter choices={kinds} value={choice.kind} onChange={(kind) => change({ kind })} label="Kind" />
        </Line>
        <Line label="At most">
          <SegmentedFilter
            choices={lengths}
            value={choice.length}
            onChange={(length) => change({ length })}
            label="At most"
          />
        </Line>
        <Switch
          label="Only titles that I haven't seen"
          checked={choice.onlyUnseen}
          onChange={(event) => change({ onlyUnseen: event.currentTarget.checked })}
        />
        <Switch
          label="Fill up with titles that are good for everyone here"
          checked={choice.includePicks}
          onChange={(event) => change({ includePicks: event.currentTarget.checked })}
        />
        <Switch
          label="Open vote: with the result, everyone sees who voted what"
          checked={choice.hasOpenBallots}
          onChange={(event) => change({ hasOpenBallots: event.currentTarget.checked })}
        />
        <Button type="submit" size="md" loading={isBusy}>
          Gather everyone
        </Button>
      </form>
      <PastPolls folderId={folderId} family={family} />
    </section>
  );
}

function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className={classes.line}>
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  );
}

function toBody({ count, kind, length, onlyUnseen, includePicks, hasOpenBallots }: Choice): OpenPollBody {
  return {
    count: Number(count),
    filters: {
      ...(kind !== 'all' && { mediaType: kind }),
      ...(length !== 'any' && { maxRuntime: Number(length) }),
      ...(onlyUnseen && { onlyUnseen }),
    },
    includePicks,
    hasOpenBallots,
  };
}
