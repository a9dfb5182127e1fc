import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Channel, ChannelBody } from '../../../common/schemas/notice.ts';
import { TextInput } from '../../components/controls/TextInput.tsx';
import { FormButtons } from '../../components/FormButtons.tsx';
import { useBusy } from '../../components/feedback/useBusy.ts';
import { useFocusInside } from '../../components/focus/useKeptFocus.ts';
import { toast, toastError } from '../../components/toast/toast.ts';
import { queryClient } from '../../lib/query.ts';
import { setPushChannel } from '../offline/keeping.ts';
import { ConfirmEmail } from './ConfirmEmail.tsx';
import classes from './NotificationsCard.module.css';
import { addChannel, channelsQuery, removeChannel, testChannel } from './notice.queries.ts';
import { readThisBrowser, subscribeThisBrowser } from './thisBrowser.ts';

const browserQuery = { queryKey: ['this browser'], queryFn: readThisBrowser };

/** The services that people enter an address of. */
const services = {
  ntfy: { label: 'ntfy', hint: 'The address of your topic, such as https://ntfy.sh/my-secret-topic' },
  discord: { label: 'Discord', hint: 'From the settings of a channel: Integrations, Webhooks, Copy Webhook URL' },
  webhook: { label: 'a webhook', hint: 'It gets a POST request with JSON' },
} as const;
type Service = keyof typeof services;

const kindLabels: Record<Channel['kind'], string> = {
  push: 'This site in a browser',
  ntfy: 'ntfy',
  discord: 'Discord',
  webhook: 'Webhook',
  email: 'Email, at most once a day',
};

/** The devices and services that notifications are sent to. */
export function Channels() {
  // Without them the settings still work.
  const { data } = useQuery(channelsQuery);
  const { data: browser } = useQuery(browserQuery);
  const [adding, setAdding] = useState<Service | null>(null);
  const { isBusy, run } = useBusy(toastError);
  const inside = useFocusInside<HTMLDivElement>();
  if (!data) return null;

  const isOn = data.channels.some(({ id }) => id === browser?.channelId);
  const add = (body: ChannelBody) => run(() => addChannel(body), 'Couldn’t turn this on. Try again.');
  const addBrowser = () =>
    run(async () => {
      const body = await subscribeThisBrowser(data.pushKey);
      if (body) setPushChannel((await addChannel(body)).id);
      await queryClient.invalidateQueries({ queryKey: browserQuery.queryKey });
    }, 'Couldn’t turn on notifications in this browser. Try again.');

  return (
    <div className={classes.channels} {...inside}>
      {data.channels.length > 0 && (
        <ul className={classes.list} aria-label="Where notifications are sent">
          {data.channels.map((channel) => (
            <Line key={channel.id} channel={channel} />
          ))}
        </ul>
      )}
      <div className={classes.buttons}>
        {browser?.canPush && !isOn && (
          <Button loading={isBusy} disabled={browser.isBlocked} onClick={addBrowser}>
            {browser.isBlocked ? 'Blocked in this browser' : 'Turn on in this browser'}
          </Button>
        )}
        {data.hasEmail && data.isEmailConfirmed && !data.channels.some(({ kind }) => kind === 'email') && (
          <Button variant="default" loading={isBusy} onClick={() => add({ kind: 'email' })}>
            Email me once a day
          </Button>
        )}
        {Object.entries(services).map(([kind, { label }]) => (
          <Button key={kind} variant="default" onClick={() => setAdding(kind as Service)}>
            Add {label}
          </Button>
        ))}
      </div>
      {adding && <AddService key={adding} kind={adding} onClose={() => setAdding(null)} />}
      {data.hasEmail && !data.isEmailConfirmed && <ConfirmEmail />}
    </div>
  );
}

function Line({ channel: { id, kind, name, host, problem } }: { channel: Channel }) {
  const { isBusy, run } = useBusy(toastError);
  const label = name || kindLabels[kind];

  const test = () =>
    run(async () => {
      const failed = await testChannel(id);
      if (failed) toastError(null, `Couldn’t send the test. ${failed}`);
      else toast({ title: 'Test sent' });
    }, 'Couldn’t send the test. Try again.');

  return (
    <li className={classes.channel}>
      <div className={classes.name}>
        <p className={classes.label}>
          <bdi>{label}</bdi>
        </p>
        {host && <p className={classes.hint}>{host}</p>}
        {problem && <p className={`${classes.hint} ${classes.problem}`}>The last message didn’t arrive: {problem}</p>}
      </div>
      <div className={classes.buttons}>
        <Button variant="default" size="sm" loading={isBusy} aria-label={`Send a test to ${label}`} onClick={test}>
          Test
        </Button>
        <Button
          variant="default"
          size="sm"
          aria-disabled={isBusy}
          aria-label={`Remove ${label}`}
          onClick={() => run(() => removeChannel(id), 'Couldn’t remove this. Try again.')}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}

function AddService({ kind, onClose }: { kind: Service; onClose: () => void }) {
  const [url, setUrl] = useState('');
  const { isBusy, run } = useBusy(toastError);
  const { label, hint } = services[kind];

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    run(async () => {
      await addChannel({ kind, name: kindLabels[kind], url: url.trim() });
      onClose();
    }, `Couldn’t add ${label}. Check the address and try again.`);
  };

  return (
    <form className={classes.form} onSubmit={handleSubmit}>
      <TextInput
        type="url"
        label={`Address for ${label}`}
        description={hint}
        value={url}
        autoFocus
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <FormButtons
        submit="Add"
        isBusy={isBusy}
        isDisabled={url.trim() === ''}
        className={classes.buttons}
        onCancel={onClose}
      />
    </form>
  );
}
