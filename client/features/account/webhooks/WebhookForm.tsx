import { type FormEvent, useState } from 'react';
import { limits } from '../../../../common/constants.ts';
import { groupBy } from '../../../../common/groupBy.ts';
import type { NewWebhook, Webhook } from '../../../../common/schemas/webhook.ts';
import type { WebhookEvent, WebhookKind } from '../../../../common/webhooks.ts';
import { Choice, chosen } from '../../../components/controls/Choice.tsx';
import { Switch } from '../../../components/controls/Switch.tsx';
import { TextInput } from '../../../components/controls/TextInput.tsx';
import { FormButtons } from '../../../components/FormButtons.tsx';
import { useFormBusy } from '../../../components/feedback/useBusy.ts';
import classes from './Webhooks.module.css';
import { createWebhook, eventWords, updateWebhook, type WebhookList } from './webhook.queries.ts';

interface WebhookFormProps {
  /** The webhook to change, or null to make one. */
  webhook: Webhook | null;
  list: WebhookList | null;
  onCreated: (created: NewWebhook) => void;
  onClose: () => void;
}

const kinds: readonly { value: WebhookKind; label: string; placeholder: string }[] = [
  { value: 'generic', label: 'A program of mine', placeholder: 'https://example.com/hook' },
  { value: 'discord', label: 'Discord', placeholder: 'https://discord.com/api/webhooks/…' },
  { value: 'slack', label: 'Slack', placeholder: 'https://hooks.slack.com/services/…' },
  { value: 'ntfy', label: 'ntfy', placeholder: 'https://ntfy.sh/my-topic' },
  { value: 'gotify', label: 'Gotify', placeholder: 'https://gotify.example.com/message?token=…' },
];

const choices = [...groupBy(Object.keys(eventWords) as WebhookEvent[], (event) => eventWords[event])];

/** Where a webhook sends to, and which changes. */
export function WebhookForm({ webhook, list, onCreated, onClose }: WebhookFormProps) {
  const [name, setName] = useState(webhook?.name ?? '');
  const [kind, setKind] = useState<WebhookKind>('generic');
  const [address, setAddress] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? ['item:added']);
  const { isBusy, finish } = useFormBusy();
  const isOfList = webhook ? webhook.listId !== null : list !== null;
  const isBlank = name.trim() === '' || events.length === 0 || (!webhook && address.trim() === '');

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isBlank) return;
    finish(
      async () => {
        if (webhook) await updateWebhook(webhook.id, { name, events: [...events] });
        else onCreated(await createWebhook({ name, kind, address, events: [...events] }, list));
        onClose();
      },
      webhook ? 'Couldn’t save the webhook. Try again.' : 'Couldn’t make the webhook. Try again.',
    );
  };

  return (
    <form className={classes.form} onSubmit={handleSubmit} noValidate>
      <TextInput
        label="Name"
        placeholder="For example: Our chat"
        size="md"
        value={name}
        maxLength={limits.webhookName.max}
        autoFocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {!webhook && (
        <>
          <Choice
            label="Sends to"
            size="md"
            data={kinds.map(({ value, label }) => ({ value, label }))}
            value={kind}
            onChange={(event) => setKind(chosen(kinds, event.currentTarget.value) ?? 'generic')}
          />
          <TextInput
            label="Address"
            description="It is stored encrypted and not shown again."
            type="url"
            placeholder={kinds.find(({ value }) => value === kind)?.placeholder}
            size="md"
            value={address}
            maxLength={limits.webhookAddress.max}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
        </>
      )}
      <fieldset className={classes.events}>
        <legend>Send when</legend>
        {choices
          .filter(([, [first]]) => first !== 'play:recorded' || !isOfList)
          .map(([label, group]) => (
            <Switch
              key={label}
              label={label}
              checked={group.some((event) => events.includes(event))}
              onChange={({ currentTarget: { checked } }) =>
                setEvents((chosenEvents) => {
                  const others = chosenEvents.filter((event) => !group.includes(event));
                  return checked ? [...others, ...group] : others;
                })
              }
            />
          ))}
      </fieldset>
      <FormButtons
        submit={webhook ? 'Save' : 'Make the webhook'}
        isBusy={isBusy}
        isDisabled={isBlank}
        onCancel={onClose}
      />
    </form>
  );
}
