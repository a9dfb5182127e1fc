import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Family } from '../../../../common/families.ts';
import { shownName } from '../../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { InvitationLink } from '../../../../common/schemas/invitationLink.ts';
import { ChoiceLine } from '../../../components/ChoiceLine.tsx';
import { SegmentedFilter } from '../../../components/controls/SegmentedFilter.tsx';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { useFocusInside } from '../../../components/focus/useKeptFocus.ts';
import { PermissionFields } from '../rights/PermissionFields.tsx';
import { usePermissionChoice } from '../rights/usePermissionChoice.ts';
import { accessOf } from '../state/useFolder.ts';
import { LinkCard } from './LinkCard.tsx';
import classes from './LinkForm.module.css';
import { createLink } from './link.store.ts';
import { type LinkPeriod, linkPeriods } from './linkWords.ts';

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

const audiences = [
  { value: 'one', label: 'One person' },
  { value: 'anyone', label: 'Anyone' },
] as const;

interface LinkFormProps {
  replica: Replica;
  family: Family;
  onDone: (link: InvitationLink) => void;
  onCancel: () => void;
}

/** Makes an invitation link: for whom, for how long, and what those who join by it may do. */
function LinkForm({ replica, family, onDone, onCancel }: LinkFormProps) {
  const choice = usePermissionChoice(accessOf(replica).flags);
  const [audience, setAudience] = useState<'one' | 'anyone'>('one');
  const [period, setPeriod] = useState<LinkPeriod>('7');
  const { isBusy, finish } = useBusy();

  const create = () =>
    finish(async () => {
      const limits = { maxUses: audience === 'one' ? 1 : null, validDays: Number(period) };
      const body = { ...choice.flags, canView: true as const, ...limits };
      onDone(await createLink(replica.folder.id, body, family.key));
    }, 'Couldn’t create the link. Try again.');

  return (
    <div className={classes.form}>
      <ChoiceLine label="For">
        <SegmentedFilter choices={audiences} value={audience} onChange={setAudience} label="Who can join" />
      </ChoiceLine>
      <ChoiceLine label="Valid for">
        <SegmentedFilter choices={linkPeriods} value={period} onChange={setPeriod} label="How long the link is valid" />
      </ChoiceLine>
      <PermissionFields family={family} choice={choice} />
      <div className="dialog-buttons">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button loading={isBusy} onClick={create}>
          Create link
        </Button>
      </div>
    </div>
  );
}
