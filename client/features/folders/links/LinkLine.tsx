import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { shownName } from '../../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { InvitationLink } from '../../../../common/schemas/invitationLink.ts';
import { lazyDialog } from '../../../components/dialogs/lazyDialog.tsx';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { RoundIcon } from '../../../components/RoundIcon.tsx';
import { displayName } from '../../../lib/person.ts';
import { offeredRights } from '../rights/offeredRights.ts';
import classes from './LinkLine.module.css';
import { revokeLink } from './link.store.ts';
import { linkName, untilText } from './linkWords.ts';
import { NOT_ENDED, reportEnd } from './reportEnd.ts';

const LinkDialog = lazyDialog(() => import('./LinkDialog.tsx'), 'LinkDialog');

/** A link that is still valid, for those who may invite. Who made it and the owner can end it. */
export function LinkLine({ link, replica }: { link: InvitationLink; replica: Replica }) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useBusy();
  const mayEnd = [replica.folder.userId, link.createdByUserId].includes(replica.viewerId);
  const by = link.createdByUserId === replica.viewerId ? 'you' : displayName(link.createdBy);
  return (
    <div className={classes.line}>
      <RoundIcon>
        <IconLink size={20} stroke={1.75} />
      </RoundIcon>
      <div className={classes.text}>
        <span className={classes.name}>{linkName(link)}</span>
        <span className="small-hint">
          {offeredRights(link)} · {untilText(link)} · by {by}
        </span>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" size="xs" aria-label={`Show: ${linkName(link)}`} onClick={() => setOpen(true)}>
          Show
        </Button>
        {mayEnd && (
          <Button
            variant="default"
            size="xs"
            loading={isBusy}
            aria-label={`End: ${linkName(link)}`}
            onClick={() => run(() => reportEnd(revokeLink(link)), NOT_ENDED)}
          >
            End link
          </Button>
        )}
      </div>
      {isOpen && <LinkDialog link={link} listName={shownName(replica)} onClose={() => setOpen(false)} />}
    </div>
  );
}
