import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Family } from '../../../../common/families.ts';
import { shownName } from '../../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { InvitationLink } from '../../../../common/schemas/invitationLink.ts';
import { useFocusInside } from '../../../components/focus/useKeptFocus.ts';
import { LinkCard } from './LinkCard.tsx';
import classes from './LinkForm.module.css';
import { LinkForm } from './LinkForm.tsx';

interface LinkInvitationProps {
  replica: Replica;
  family: Family;
  /** Back to inviting users. */
  onBack: () => void;
}

/** Invites by a link: the choices first, then the link to hand on. */
export function LinkInvitation({ replica, family, onBack }: LinkInvitationProps) {
  const [link, setLink] = useState<InvitationLink>();
  const steps = useFocusInside<HTMLDivElement>();
  return (
    <div {...steps}>
      {link ? (
        <div className={classes.form}>
          <LinkCard link={link} listName={shownName(replica)} />
          <div className="dialog-buttons">
            <Button variant="default" onClick={onBack}>
              Done
            </Button>
          </div>
        </div>
      ) : (
        <LinkForm replica={replica} family={family} onDone={setLink} onCancel={onBack} />
      )}
    </div>
  );
}
