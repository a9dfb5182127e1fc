import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { shownName } from '../../../common/replica/replica.pending.ts';
import type { InstanceLink } from '../../../common/schemas/invitationLink.ts';
import { ChoiceLine } from '../../components/ChoiceLine.tsx';
import { Choice } from '../../components/controls/Choice.tsx';
import { SegmentedFilter } from '../../components/controls/SegmentedFilter.tsx';
import { PendingAnswer } from '../../components/feedback/PendingAnswer.tsx';
import { useBusy } from '../../components/feedback/useBusy.ts';
import { useKeptFocus } from '../../components/focus/useKeptFocus.ts';
import { RoundIcon } from '../../components/RoundIcon.tsx';
import { displayName } from '../../lib/person.ts';
import { joinPath, type LinkPeriod, linkName, linkPeriods } from '../folders/links/linkWords.ts';
import { NOT_ENDED, reportEnd } from '../folders/links/reportEnd.ts';
import { copyLink } from '../folders/lists/copyLink.ts';
import { useFolderLists } from '../folders/state/useFolderLists.ts';
import { Card } from './Card.tsx';
import { ListLinksCard, madeAndUntil, SuspendedMark } from './ListLinksCard.tsx';
import classes from './operator.module.css';
import { createLink, endLink, linksQuery } from './operator.queries.ts';

const audiences = [
  { value: '1', label: 'One person' },
  { value: '5', label: '5 people' },
  { value: '25', label: '25 people' },
] as const;

/** Links with which new people can create an account. */
export function InvitationsTab() {
  const query = useQuery(linksQuery);
  const links = query.data;
  const heading = useRef<HTMLHeadingElement>(null);
  const kept = useKeptFocus(() => heading.current);
  if (!links) return <PendingAnswer query={query} />;
  return (
    <div className={classes.stack}>
      <Card
        title="New invitation link"
        headingRef={heading}
        about="New people can create an account with it, even when registration is by invitation."
      >
        <LinkForm />
      </Card>
      {links.length > 0 && (
        <Card title="Invitation links">
          <ul className={classes.lines} {...kept}>
            {links.map((link) => (
              <LinkLine key={link.id} link={link} />
            ))}
          </ul>
        </Card>
      )}
      <ListLinksCard />
    </div>
  );
}

function LinkForm() {
  const { own } = useFolderLists();
  const [audience, setAudience] = useState<'1' | '5' | '25'>('1');
  const [period, setPeriod] = useState<LinkPeriod>('7');
  const [listId, setListId] = useState('');
  const { isBusy, run } = useBusy();

  const create = () =>
    run(async () => {
      const body = { maxUses: Number(audience), validDays: Number(period), listId: listId || null };
      await copy(await createLink(body));
    }, 'Couldn’t create the link. Try again.');

  return (
    <div className={classes.form}>
      <ChoiceLine label="For">
        <SegmentedFilter choices={audiences} value={audience} onChange={setAudience} label="How many people" />
      </ChoiceLine>
      <ChoiceLine label="Valid for">
        <SegmentedFilter choices={linkPeriods} value={period} onChange={setPeriod} label="How long the link is valid" />
      </ChoiceLine>
      {own.length > 0 && (
        <Choice
          className={classes.field}
          size="md"
          label="And join a list of yours"
          value={listId}
          onChange={(event) => setListId(event.currentTarget.value)}
          data={[
            { value: '', label: 'No list' },
            ...own.map((replica) => ({ value: replica.folder.id, label: shownName(replica) })),
          ]}
        />
      )}
      <div>
        <Button loading={isBusy} onClick={create}>
          Create link
        </Button>
      </div>
    </div>
  );
}

function LinkLine({ link }: { link: InstanceLink }) {
  const name = linkName(link);
  const { isBusy, run } = useBusy();
  return (
    <li className={classes.line}>
      <RoundIcon>
        <IconLink size={20} stroke={1.75} />
      </RoundIcon>
      <div className={classes.text}>
        <span className={classes.name}>
          {name}
          <SuspendedMark link={link} />
        </span>
        <span className={classes.hint}>
          {[
            link.list && `leads to ${link.list.name ?? 'a private list'}`,
            `by ${displayName(link.createdBy)}`,
            `made ${madeAndUntil(link)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      {link.token !== null && (
        <Button variant="default" size="xs" onClick={() => copy(link)}>
          Copy link
        </Button>
      )}
      <Button
        variant="default"
        size="xs"
        loading={isBusy}
        aria-label={`End: ${name}`}
        onClick={() => run(() => reportEnd(endLink(link.id)), NOT_ENDED)}
      >
        End link
      </Button>
    </li>
  );
}

const copy = async ({ token }: InstanceLink) => {
  if (token !== null) await copyLink(joinPath({ token }), 'Anyone who opens it can create an account.');
};
