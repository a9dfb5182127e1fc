import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shownName } from '../../../../common/replica/replica.pending.ts';
import type { Webhook } from '../../../../common/schemas/webhook.ts';
import { TextInput } from '../../../components/controls/TextInput.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { RowFailed } from '../../../components/feedback/RowFailed.tsx';
import { useFocusInside } from '../../../components/focus/useKeptFocus.ts';
import { copyText } from '../../../components/toast/copyText.ts';
import { useFolders } from '../../folders/state/folder.store.ts';
import { WebhookForm } from './WebhookForm.tsx';
import { WebhookLine } from './WebhookLine.tsx';
import classes from './Webhooks.module.css';
import { type WebhookList, webhooksQuery } from './webhook.queries.ts';

interface WebhooksDialogProps {
  /** The list whose webhooks are shown, or null for all of the user's. */
  list: WebhookList | null;
  onClose: () => void;
}

/** The user's webhooks, of one list or all of them, with a form that makes one. */
export function WebhooksDialog({ list, onClose }: WebhooksDialogProps) {
  const { data, isError, refetch } = useQuery(webhooksQuery);
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const inside = useFocusInside<HTMLDivElement>();
  const webhooks = data?.filter(({ listId }) => list === null || listId === list.id);

  return (
    <Dialog onClose={onClose} title="Webhooks" size={560} centered>
      <div {...inside}>
        <p className={classes.facts}>
          {list
            ? 'Send what changes in this list to a chat or a program of yours. Only you see the webhooks that you make.'
            : 'Send your plays, and what changes in the lists that you manage, to a chat or a program of yours.'}
        </p>
        {isError && !data && <RowFailed text="Couldn’t load your webhooks." onRetry={refetch} />}
        {secret !== null && <Secret secret={secret} onClose={() => setSecret(null)} />}
        {webhooks && webhooks.length > 0 && (
          <ul className={classes.list} aria-label="Webhooks">
            {webhooks.map((webhook) => (
              <WebhookLine
                key={webhook.id}
                webhook={webhook}
                listName={list ? null : <ListName webhook={webhook} />}
                onSecret={setSecret}
              />
            ))}
          </ul>
        )}
        {isAdding ? (
          <WebhookForm
            webhook={null}
            list={list}
            onCreated={(created) => setSecret(created.secret)}
            onClose={() => setAdding(false)}
          />
        ) : (
          <Button className={classes.more} onClick={() => setAdding(true)}>
            New webhook
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function ListName({ webhook: { listId } }: { webhook: Webhook }) {
  const replica = useFolders((state) => (listId === null ? undefined : state.entries[listId]?.replica));
  if (listId === null) return 'All my lists';
  return replica ? shownName(replica) : 'One list';
}

/** A new secret, the only time that it is shown. */
function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <div className={classes.secret} role="status">
      <p className={classes.title}>The webhook’s secret</p>
      <p className={classes.facts}>A program checks signatures with it. Copy it now: it is not shown again.</p>
      <div className={classes.actions}>
        <TextInput
          className={classes.words}
          aria-label="Secret"
          size="md"
          readOnly
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button onClick={() => copyText(secret, { title: 'Secret copied' })}>Copy</Button>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
