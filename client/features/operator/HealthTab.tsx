import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { DataCheck, Health, HealthFinding } from '../../../common/schemas/operator/operator.ts';
import { PendingAnswer } from '../../components/feedback/PendingAnswer.tsx';
import { useBusy } from '../../components/feedback/useBusy.ts';
import { RoundIcon } from '../../components/RoundIcon.tsx';
import { toast } from '../../components/toast/toast.ts';
import { momentText } from '../../lib/dates.ts';
import { countOf } from '../folders/state/wording.ts';
import { Card } from './Card.tsx';
import classes from './operator.module.css';
import { checkData, healthQuery, type RepairAction, repair } from './operator.queries.ts';

/** What the operator should fix, and how. */
export function HealthTab() {
  const query = useQuery(healthQuery);
  const health = query.data;
  if (!health) return <PendingAnswer query={query} />;
  return (
    <div className={classes.stack}>
      <FindingsCard health={health} />
      {health.dataCheck && <DataCheckCard dataCheck={health.dataCheck} />}
    </div>
  );
}

function FindingsCard({ health: { findings, version } }: { health: Health }) {
  return (
    <Card
      title={findings.length === 0 ? 'All is well' : `${countOf(findings.length, 'thing')} to fix`}
      about={`Marquee ${version}`}
      action={<CheckButton />}
    >
      <ul className={classes.lines}>
        {findings.length === 0 && (
          <li className={classes.line}>
            <RoundIcon tone="good">
              <IconCircleCheck size={22} stroke={1.75} />
            </RoundIcon>
            <div className={classes.text}>
              <span className={classes.hint}>
                Addresses, secret, disk, movie database, nodes and backups are in order.
              </span>
            </div>
          </li>
        )}
        {findings.map((finding) => (
          <FindingLine key={finding.id} finding={finding} />
        ))}
      </ul>
    </Card>
  );
}

function CheckButton() {
  const { refetch } = useQuery(healthQuery);
  const { isBusy, run } = useBusy();
  const check = () => run(() => refetch({ throwOnError: true }), 'Couldn’t check the site. Try again.');
  return (
    <Button variant="default" loading={isBusy} onClick={check}>
      Check again
    </Button>
  );
}

const actionTexts = {
  back_up: { label: 'Back up now', done: 'Backup made' },
  invite_only: { label: 'By invitation only', done: 'New people need an invitation now' },
} as const;

/** The tabs that buttons open. */
const tabLinks = {
  open_settings: { label: 'Open settings', to: '/admin?tab=settings' },
  open_reports: { label: 'Open reports', to: '/admin?tab=reports' },
} as const;

function RepairButton({ action }: { action: RepairAction }) {
  const { isBusy, run } = useBusy();
  const handleRepair = () =>
    run(async () => {
      await repair(action);
      toast({ title: actionTexts[action].done });
    }, 'Couldn’t fix this. Try again.');
  return (
    <Button className={classes.end} loading={isBusy} onClick={handleRepair}>
      {actionTexts[action].label}
    </Button>
  );
}

function FindingLine({ finding: { severity, title, text, action } }: { finding: HealthFinding }) {
  return (
    <li className={classes.line}>
      <RoundIcon tone={severity}>
        <IconAlertTriangle size={22} stroke={1.75} />
      </RoundIcon>
      <div className={classes.text}>
        <h3 className={classes.name}>{title}</h3>
        <p className={classes.hint}>{text}</p>
      </div>
      <FindingAction action={action} />
    </li>
  );
}

function FindingAction({ action }: Pick<HealthFinding, 'action'>) {
  if (action === null) return null;
  if (action === 'back_up' || action === 'invite_only') return <RepairButton action={action} />;
  const { label, to } = tabLinks[action];
  return (
    <Button className={classes.end} component={Link} to={to}>
      {label}
    </Button>
  );
}

const LOOK_MS = 2000;

/** Reads all of the embedded database on request, and shows what was found. */
function DataCheckCard({ dataCheck: { isRunning, last } }: { dataCheck: DataCheck }) {
  const { isBusy, run } = useBusy();
  useQuery({ ...healthQuery, refetchInterval: isRunning && LOOK_MS });

  return (
    <Card
      title="Data check"
      about="Reads all stored data and looks for damage, for example from a failing disk. Marquee keeps running. It needs as much free space as the data takes."
      action={
        <Button
          variant="default"
          loading={isBusy || isRunning}
          onClick={() => run(checkData, 'Couldn’t start the check. Try again.')}
        >
          Check the data
        </Button>
      }
    >
      <ul className={classes.lines} aria-live="polite">
        {isRunning && (
          <li className={classes.line}>
            <div className={classes.text}>
              <span className={classes.hint}>Reading all of the data…</span>
            </div>
          </li>
        )}
        {!isRunning && last && <ResultLine last={last} />}
      </ul>
    </Card>
  );
}

function ResultLine({ last: { checkedAt, faults, problem } }: { last: NonNullable<DataCheck['last']> }) {
  const isGood = faults.length === 0 && problem === null;
  return (
    <li className={classes.line}>
      <RoundIcon tone={isGood ? 'good' : 'error'}>
        {isGood ? <IconCircleCheck size={22} stroke={1.75} /> : <IconAlertTriangle size={22} stroke={1.75} />}
      </RoundIcon>
      <div className={classes.text}>
        <h3 className={classes.name}>{titleOf(faults, problem)}</h3>
        {problem && <p className={classes.hint}>{problem}</p>}
        {faults.map((fault) => (
          <p className={classes.hint} key={fault}>
            {fault}
          </p>
        ))}
        <span className={classes.hint}>{momentText(checkedAt)}</span>
      </div>
    </li>
  );
}

function titleOf(faults: readonly string[], problem: string | null): string {
  if (problem) return 'Couldn’t check the data';
  return faults.length === 0 ? 'No damage found' : 'Damage found';
}
