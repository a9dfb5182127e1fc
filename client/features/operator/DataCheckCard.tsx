import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { DataCheck } from '../../../common/schemas/operator/operator.ts';
import { useBusy } from '../../components/feedback/useBusy.ts';
import { RoundIcon } from '../../components/RoundIcon.tsx';
import { momentText } from '../../lib/dates.ts';
import { Card } from './Card.tsx';
import classes from './operator.module.css';
import { checkData, healthQuery } from './operator.queries.ts';

const LOOK_MS = 2000;

/** Reads all of the embedded database on request, and shows what was found. */
export function DataCheckCard({ dataCheck: { isRunning, last } }: { dataCheck: DataCheck }) {
  const { isBusy, run } = useBusy();
  useQuery({ ...healthQuery, refetchInterval: isRunning && LOOK_MS });

  return (
    <Card
      title="Data check"
      about="Reads everything that is stored and looks for damage, such as a failing disk causes. Marquee stays open meanwhile. It needs as much free space as the data takes."
      action={
        <Button
          variant="default"
          loading={isBusy || isRunning}
          onClick={() => run(checkData, 'The check could not be started')}
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
  if (problem) return 'The data could not be checked';
  return faults.length === 0 ? 'No damage found' : 'Damage found';
}
