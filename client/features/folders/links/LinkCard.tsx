import { Button } from '@mantine/core';
import { IconCopy, IconShare3 } from '@tabler/icons-react';
import type { InvitationLink } from '../../../../common/schemas/invitationLink.ts';
import { TextInput } from '../../../components/controls/TextInput.tsx';
import { useConfig } from '../../titles/config.store.ts';
import { copyLink } from '../lists/copyLink.ts';
import classes from './LinkCard.module.css';
import { LinkMail } from './LinkMail.tsx';
import { joinPath, linkAddressOf, linkName, untilText } from './linkWords.ts';
import { QrCode } from './QrCode.tsx';

interface LinkCardProps {
  link: InvitationLink;
  listName: string;
}

/** An invitation link to hand on: as a QR code, by copying its address, by the device's own means, or by mail. */
export function LinkCard({ link, listName }: LinkCardProps) {
  const hasMail = useConfig((state) => state.config?.hasMail ?? false);
  const address = linkAddressOf(link);
  const share = () => navigator.share({ title: `Join ${listName} on Marquee`, url: address }).catch(() => undefined);
  return (
    <div className={classes.card}>
      <QrCode text={address} label={`QR code of the link to ${listName}`} />
      <p className="hint">
        {linkName(link)}, {untilText(link)}.
      </p>
      <TextInput
        className={classes.address}
        aria-label="Invitation link"
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.buttons}>
        <Button
          leftSection={<IconCopy />}
          onClick={() => copyLink(joinPath(link), 'Anyone who opens it can join the list.')}
        >
          Copy link
        </Button>
        {'share' in navigator && (
          <Button variant="default" leftSection={<IconShare3 />} onClick={share}>
            Share link
          </Button>
        )}
      </div>
      {hasMail && <LinkMail link={link} />}
    </div>
  );
}
