import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Webhook, WebhookDelivery } from '../../../../common/schemas/webhook.ts';
import { Switch } from '../../../components/controls/Switch.tsx';
import { ConfirmedButton } from '../../../components/feedback/ConfirmedButton.tsx';
import { RowFailed } from '../../../components/feedback/RowFailed.tsx';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { useFocusInside } from '../../../components/focus/useKeptFocus.ts';
import { toast } from '../../../components/toast/toast.ts';
import { momentText } from '../../../lib/dates.ts';
import { WebhookForm } from './WebhookForm.tsx';
import classes from './Webhooks.module.css';
import {
  deleteWebhook,
  deliveriesQuery,
  eventWords,
  renewSecret,
  sendAgain,
  sendTest,
  updateWebhook,
} from './webhook.queries.ts';

interface WebhookLineProps {
  webhook: Webhook;
  listName: ReactNode;
  onSecret: (secret: string) => void;
}

/** One webhook: whether it is on, and on demand what it has sent and what can be done with it. */
export function WebhookLine({ webhook, listName, onSecret }: WebhookLineProps) {
  const { id, name, host, isOn } = webhook;
  const [isShown, setShown] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const { isBusy, run } = useBusy();
  const inside = useFocusInside<HTMLLIElement>();
  const trouble = troubleOf(webhook);

  return (
    <li className={classes.entry} {...inside}>
      <div className={classes.head}>
        <div className={classes.words}>
          <p className={classes.title}>{name}</p>
          <p className={classes.facts}>
            {host}
            {listName !== null && <> · {listName}</>}
          </p>
          {trouble && <p className={classes.trouble}>{trouble}</p>}
        </div>
        <Switch
          aria-label={`${name} is on`}
          checked={isOn}
          disabled={isBusy}
          onChange={({ currentTarget: { checked } }) =>
            run(() => updateWebhook(id, { isOn: checked }), 'Couldn’t change the webhook. Try again.')
          }
        />
        <Button
          variant="default"
          aria-expanded={isShown}
          aria-label={`Details of ${name}`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Details'}
        </Button>
      </div>
      {isShown && isEditing && (
        <WebhookForm webhook={webhook} list={null} onCreated={() => undefined} onClose={() => setEditing(false)} />
      )}
      {isShown && !isEditing && <Details webhook={webhook} onEdit={() => setEditing(true)} onSecret={onSecret} />}
    </li>
  );
}

function troubleOf({ offBecause, failingSince }: Webhook): string | null {
  if (offBecause === 'gone') return 'Turned off: the receiver no longer wants messages.';
  if (offBecause === 'failures') return 'Turned off: nothing arrived for three days.';
  return failingSince === null ? null : `Nothing has arrived since ${momentText(failingSince)}. Marquee keeps trying.`;
}

interface DetailsProps {
  webhook: Webhook;
  onEdit: () => void;
  onSecret: (secret: string) => void;
}

function Details({ webhook: { id, name, isOn, kind }, onEdit, onSecret }: DetailsProps) {
  const {
    data: deliveries,
    isError,
    refetch,
  } = useQuery({
    ...deliveriesQuery(id),
    // What waits is usually sent within a second.
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'pending') ? 2000 : false),
  });
  const { isBusy, run } = useBusy();

  const test = () => run(() => sendTest(id), 'Couldn’t send a test. Try again.');
  const renew = async () => onSecret(await renewSecret(id));
  const remove = async () => {
    await deleteWebhook(id);
    toast({ title: 'Webhook deleted' });
  };

  return (
    <div className={classes.details}>
      <div className={classes.actions}>
        <Button variant="default" disabled={!isOn} loading={isBusy} onClick={test}>
          Send a test
        </Button>
        <Button variant="default" onClick={onEdit}>
          Edit
        </Button>
        {kind === 'generic' && (
          <ConfirmedButton
            label="New secret"
            title="Make a new secret?"
            work={renew}
            failure="Couldn’t renew the secret. Try again."
          >
            The one before ends at once: change it in your program too.
          </ConfirmedButton>
        )}
        <ConfirmedButton
          label="Delete"
          title="Delete this webhook?"
          work={remove}
          failure="Couldn’t delete the webhook. Try again."
        >
          Nothing more is sent to “{name}”.
        </ConfirmedButton>
      </div>
      {isError && !deliveries && <RowFailed text="Couldn’t load what was sent." onRetry={refetch} />}
      {deliveries?.length === 0 && <p className={classes.facts}>Nothing sent yet.</p>}
      {deliveries && deliveries.length > 0 && (
        <ul className={classes.list} aria-label={`Deliveries of ${name}`}>
          {deliveries.map((delivery) => (
            <DeliveryLine key={delivery.id} webhookId={id} delivery={delivery} isOn={isOn} />
          ))}
        </ul>
      )}
    </div>
  );
}

const wordsOf = (event: WebhookDelivery['event']) => (event === 'test' ? 'Test' : eventWords[event]);

const states: Record<WebhookDelivery['state'], string> = {
  pending: 'Waiting',
  sent: 'Arrived',
  failed: 'Not arrived',
  dropped: 'Not sent',
};

function DeliveryLine({ webhookId, delivery, isOn }: { webhookId: string; delivery: WebhookDelivery; isOn: boolean }) {
  const { id, event, state, attempts, problem, createdAt } = delivery;
  const { isBusy, run } = useBusy();
  const facts = [
    momentText(createdAt),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(problem === null ? [] : [problem]),
  ];
  return (
    <li className={classes.delivery} data-state={state}>
      <div className={classes.words}>
        <p>
          <span className={classes.state}>{states[state]}</span> · {wordsOf(event)}
        </p>
        <p className={classes.facts}>{facts.join(' · ')}</p>
      </div>
      {state !== 'pending' && (
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={!isOn}
          loading={isBusy}
          onClick={() => run(() => sendAgain(webhookId, id), 'Couldn’t send it again. Try again.')}
        >
          Send again
        </Button>
      )}
    </li>
  );
}
