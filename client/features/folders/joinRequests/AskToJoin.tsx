import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Family } from '../../../../common/families.ts';
import type { JoinStatus } from '../../../../common/schemas/joinRequest.ts';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { useKeptFocus } from '../../../components/focus/useKeptFocus.ts';
import { toast } from '../../../components/toast/toast.ts';
import { folderPath } from '../state/folderPaths.ts';
import classes from './AskToJoin.module.css';
import { askToJoin, liveJoinStatus, withdrawJoinRequest } from './joinRequest.store.ts';

interface AskToJoinProps {
  listId: string;
  listName: string;
  family: Family;
}

/** The way into a list that the viewer reads on its owner's profile. Opens the list when the request is accepted. */
export function AskToJoin({ listId, listName, family }: AskToJoinProps) {
  const status = liveJoinStatus.useLoaded(listId, family.key);
  const { isBusy, run } = useBusy();
  const request = useRef<HTMLDivElement>(null);
  const kept = useKeptFocus(() => request.current?.querySelector('button'));
  useOpenWhenAccepted({ listId, listName, family }, status);

  // A disabled button would lose the focus, which goes on to the button that takes its place.
  const send = (write: typeof askToJoin, failure: string) => {
    if (!isBusy) run(() => write(listId, family.key), failure);
  };

  if (status === 'member') {
    return (
      <div className={classes.request}>
        <Button component={Link} to={folderPath(family, listId)} variant="default">
          Open list
        </Button>
      </div>
    );
  }
  return (
    <div ref={request} className={classes.request} {...kept}>
      <span className={classes.status} role="status">
        {status && statusTexts[status]}
      </span>
      {status === 'none' && (
        <Button aria-disabled={isBusy} onClick={() => send(askToJoin, 'Couldn’t send your request. Try again.')}>
          Ask to join
        </Button>
      )}
      {status === 'pending' && (
        <Button
          variant="default"
          aria-disabled={isBusy}
          aria-label="Withdraw request"
          onClick={() => send(withdrawJoinRequest, 'Couldn’t withdraw the request. Try again.')}
        >
          Withdraw
        </Button>
      )}
    </div>
  );
}

const statusTexts = { none: '', pending: 'Asked to join', declined: 'Your request was declined' };

function useOpenWhenAccepted({ listId, listName, family }: AskToJoinProps, status: JoinStatus | undefined): void {
  const before = useRef(status);
  const navigate = useNavigate();

  useEffect(() => {
    const isAccepted = before.current === 'pending' && status === 'member';
    before.current = status;
    if (!isAccepted) return;
    toast({ title: withNames`You are in ${listName}` });
    navigate(folderPath(family, listId), { replace: true });
  }, [status, listId, listName, family, navigate]);
}
