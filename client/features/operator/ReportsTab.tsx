import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Report } from '../../../common/schemas/operator/report.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { MorePages } from '../../components/feedback/MorePages.tsx';
import { PendingAnswer } from '../../components/feedback/PendingAnswer.tsx';
import { useBusy } from '../../components/feedback/useBusy.ts';
import { toast } from '../../components/toast/toast.ts';
import { momentText } from '../../lib/dates.ts';
import { displayName, type Person } from '../../lib/person.ts';
import { reasonTexts } from '../reports/reasonTexts.ts';
import { Card } from './Card.tsx';
import classes from './operator.module.css';
import { reportsQuery, resolveReport } from './operator.queries.ts';

/** The people, lists and comments that members have reported. */
export function ReportsTab() {
  const query = useInfiniteQuery(reportsQuery);
  const reports = query.data;
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  if (!reports) return <PendingAnswer query={query} />;
  /** The button that was pressed is gone: the focus goes to that of the next report, or to the heading. */
  const focusNext = (resolvedId: string) => {
    const waiting = reports.filter(({ id, resolvedAt }) => !resolvedAt && id !== resolvedId);
    const next = waiting.find(({ id }) => id < resolvedId) ?? waiting[0];
    const button = next && list.current?.querySelector<HTMLElement>(`[data-report="${next.id}"]`);
    (button ?? heading.current)?.focus();
  };
  return (
    <Card
      title="Reports"
      headingRef={heading}
      about="Only operators see them. Resolved reports are removed after 90 days."
    >
      {reports.length === 0 ? (
        <EmptyState drawing="ticket" title="No reports" heading="h3">
          When someone reports a person, a list or a comment, it appears here.
        </EmptyState>
      ) : (
        <ul className={classes.lines} ref={list}>
          {reports.map((report) => (
            <ReportLine key={report.id} report={report} onResolved={focusNext} />
          ))}
        </ul>
      )}
      <MorePages query={query} className={classes.foot} />
    </Card>
  );
}

interface ReportProps {
  report: Report;
  onResolved: (id: string) => void;
}

/** One report: about whom, which list or comment, why, by whom and when. */
function ReportLine({ report, onResolved }: ReportProps) {
  const { kind, subjectName, person, reporter, reason, comment, createdAt, resolvedAt } = report;
  return (
    <li className={classes.line}>
      <Avatar person={person} size={40} />
      <div className={classes.text}>
        <div className={classes.name}>
          {kind === 'user' && (
            <Link to={`/users/${person.id}`} className={classes.person}>
              {subjectName}
            </Link>
          )}
          {kind === 'list' && (
            <p>
              List “{subjectName}” by <ProfileLink person={person} />
            </p>
          )}
          {kind === 'comment' && (
            <p>
              Comment by <ProfileLink person={person} />
            </p>
          )}
          {resolvedAt && <span className={classes.mark}>Resolved</span>}
        </div>
        {kind === 'comment' && <q className={classes.quote}>{subjectName}</q>}
        <span>{reasonTexts[reason]}</span>
        {comment && <q className={classes.quote}>{comment}</q>}
        <p className={classes.hint}>
          Reported by <ProfileLink person={reporter} />, {momentText(createdAt)}
        </p>
      </div>
      <div className="button-row">
        <Button
          component={Link}
          to={`/admin?tab=people&person=${person.id}`}
          variant="default"
          size="xs"
          aria-label={`Open account of ${displayName(person)}`}
        >
          Open account
        </Button>
        {!resolvedAt && <ResolveButton report={report} onResolved={onResolved} />}
      </div>
    </li>
  );
}

/** A name within a sentence. */
function ProfileLink({ person }: { person: Person }) {
  return (
    <Link to={`/users/${person.id}`} className={classes.link}>
      {displayName(person)}
    </Link>
  );
}

function ResolveButton({ report: { id, kind, subjectName, person }, onResolved }: ReportProps) {
  const { isBusy, finish } = useBusy();
  const resolve = () =>
    finish(async () => {
      await resolveReport(id);
      toast({ title: 'Report resolved' });
      onResolved(id);
    }, 'Couldn’t resolve the report. Try again.');
  return (
    <Button
      variant="default"
      size="xs"
      data-report={id}
      aria-label={`Resolve: ${kind === 'comment' ? `Comment by ${displayName(person)}` : subjectName}`}
      loading={isBusy}
      onClick={resolve}
    >
      Resolve
    </Button>
  );
}
