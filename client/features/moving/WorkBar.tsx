import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';
import type { Import, ImportStep } from '../../../common/schemas/import.ts';
import classes from './WorkBar.module.css';

const stepTexts: Record<ImportStep, string> = {
  matching: 'Looking up titles',
  counting: 'Counting',
  applying: 'Importing',
  undoing: 'Undoing',
};

/** How far the server is. */
export function WorkBar({ work }: { work: NonNullable<Import['work']> }) {
  const { step, done, of, isRunning } = work;
  const text = isRunning ? `${stepTexts[step]}…` : 'Stopped';
  return <Bar text={text} done={done} of={of} isRunning={isRunning} />;
}

interface BarProps {
  text: string;
  done: number;
  of: number;
  isRunning?: boolean;
  /** In percent rather than in numbers. */
  isPercent?: boolean;
}

export function Bar({ text, done, of, isRunning = true, isPercent = false }: BarProps) {
  const percent = of === 0 ? 0 : Math.min(100, Math.round((done / of) * 100));
  const amount = isPercent ? `${percent} %` : `${done.toLocaleString('en')} of ${of.toLocaleString('en')}`;
  return (
    <div className={classes.bar}>
      <div className={classes.texts}>
        <span>{text}</span>
        <span className={classes.amount}>{of > 0 && amount}</span>
      </div>
      <Progress.Root size={10} radius="xl">
        <Progress.Section value={percent} animated={isRunning} aria-label={text} aria-valuetext={amount} />
      </Progress.Root>
    </div>
  );
}
