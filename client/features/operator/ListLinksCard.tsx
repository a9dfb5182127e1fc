import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import type { ListLink } from '../../../common/schemas/invitationLink.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { MorePages } from '../../components/feedback/MorePages.tsx';
import { PendingAnswer } from '../../components/feedback/PendingAnswer.tsx';
import { useBusy } from '../../components/feedback/useBusy.ts';
import { useKeptFocus } from '../../components/focus/useKeptFocus.ts';
import { dayText } from '../../lib/dates.ts';
import { displayName } from '../../lib/person.ts';
import { linkName, untilText } from '../folders/links/linkWords.ts';
import { NOT_ENDED, reportEnd } from '../folders/links/reportEnd.ts';
import { Card } from './Card.tsx';
import classes from './operator.module.css';
import { endListLink, listLinksQuery } from './operator.queries.ts';

/** The links into lists that members have made. */
export function ListLinksCard() {
  const query = useInfiniteQuery(listLinksQuery);
  const listLinks = query.data;
  const heading = useRef<HTMLHeadingElement>(null);
  const kept = useKeptFocus(() => heading.current);
  if (!listLinks) return <PendingAnswer query={query} />;
  return (
    <Card
      title="Links of lists"
      headingRef={heading}
      about="Made by members. A link is suspended while the account of its maker or of the list’s owner is disabled."
    >
      {listLinks.length === 0 ? (
        <EmptyState drawing="ticket" title="No links of lists" heading="h3">
          When a member makes a link to a list, it appears here.
        </EmptyState>
      ) : (
        <ul className={classes.lines} {...kept}>
          {listLinks.map((link) => (
            <ListLinkLine key={link.id} link={link} />
          ))}
        </ul>
      )}
      <MorePages query={query} className={classes.foot} />
    </Card>
  );
}

/** One link: who made it, where it leads, for whom and until when. */
function ListLinkLine({ link }: { link: ListLink }) {
  const { createdBy, list } = link;
  const { isBusy, run } = useBusy();
  const by = displayName(createdBy);
  const where = list.name === null ? 'a private list' : `“${list.name}”`;
  return (
    <li className={classes.line}>
      <Avatar person={createdBy} size={40} />
      <div className={classes.text}>
        <span className={classes.name}>
          {linkName(link)}
          <SuspendedMark link={link} />
        </span>
        <span>
          Leads to {where}, by{' '}
          <Link to={`/users/${createdBy.id}`} className={classes.link}>
            {by}
          </Link>
        </span>
        <span className={classes.hint}>Made {madeAndUntil(link)}</span>
      </div>
      <div className="button-row">
        <Button
          component={Link}
          to={`/admin?tab=people&person=${createdBy.id}`}
          variant="default"
          size="xs"
          aria-label={`Open account of ${by}`}
        >
          Open account
        </Button>
        <Button
          variant="default"
          size="xs"
          loading={isBusy}
          aria-label={`End: link to ${where} by ${by}`}
          onClick={() => run(() => reportEnd(endListLink(link.id)), NOT_ENDED)}
        >
          End link
        </Button>
      </div>
    </li>
  );
}

/** 'November 21, 2026 · valid until Dec 3'. */
export const madeAndUntil = (link: Pick<ListLink, 'createdAt' | 'expiresAt'>) =>
  `${dayText(link.createdAt)} · ${untilText(link)}`;

/** Marks a link that opens nothing at the moment. */
export function SuspendedMark({ link: { state } }: { link: Pick<ListLink, 'state'> }) {
  if (state === 'active') return null;
  return (
    <span className={classes.mark} data-tone="bad">
      Suspended
    </span>
  );
}
