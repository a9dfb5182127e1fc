import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import { IconCopy, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import type { GuestLink } from '../../../../common/schemas/poll.ts';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { toast } from '../../../components/toast/toast.ts';
import { QrCode } from '../../../features/folders/links/QrCode.tsx';
import { copyLink } from '../../../features/folders/lists/copyLink.ts';
import { createGuestLink, endGuestLink } from '../../../features/folders/polls/poll.api.ts';
import classes from './GuestInvite.module.css';

/** Makes a link and a QR code by which people without an account can vote along. */
export function GuestInvite({ pollId }: { pollId: string }) {
  const [link, setLink] = useState<GuestLink>();
  const { isBusy, run } = useBusy();

  const change = (write: () => Promise<GuestLink | undefined>, failure: string) =>
    run(async () => setLink(await write()), failure);
  const create = () => change(() => createGuestLink(pollId), 'Couldn’t make a link. Try again.');
  const end = () =>
    change(async () => {
      await endGuestLink(pollId);
      toast({ title: 'Link ended', description: 'Guests who are here stay.' });
      return undefined;
    }, 'Couldn’t end the link. Try again.');

  if (!link) {
    return (
      <Button variant="default" leftSection={<IconQrcode size={18} stroke={1.75} />} loading={isBusy} onClick={create}>
        Invite guests
      </Button>
    );
  }
  return (
    <section className={classes.invite} aria-label="Invite guests">
      <QrCode text={link.url} label="QR code of the link for guests" />
      <div className={classes.side}>
        <p>Guests scan this code and vote without an account.</p>
        <TextInput
          aria-label="Link for guests"
          readOnly
          value={link.url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className={classes.buttons}>
          <Button
            leftSection={<IconCopy size={18} stroke={1.75} />}
            onClick={() => copyLink(new URL(link.url).pathname, 'Anyone who opens it can vote along.')}
          >
            Copy link
          </Button>
          <Button variant="default" disabled={isBusy} onClick={end}>
            End link
          </Button>
        </div>
      </div>
    </section>
  );
}
