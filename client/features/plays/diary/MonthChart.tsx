import { countOf } from '../../folders/state/wording.ts';
import type { MonthCount } from '../diaryMonths.ts';
import classes from './MonthChart.module.css';

/** A bar for each month. Screen readers read it as a list of months with their numbers. */
export function MonthChart({ months }: { months: readonly MonthCount[] }) {
  const most = Math.max(1, ...months.map(({ count }) => count));
  return (
    <ol className={classes.chart} aria-label="Entries per month">
      {months.map(({ key, short, label, count }) => (
        <li key={key} className={classes.month}>
          <span className="visually-hidden">{`${label}: ${countOf(count, 'entry', 'entries')}`}</span>
          <span className={classes.count} aria-hidden="true">
            {count > 0 && count}
          </span>
          <span className={classes.bar} style={{ '--share': count / most }} aria-hidden="true" />
          <span className={classes.name} aria-hidden="true">
            {short}
          </span>
        </li>
      ))}
    </ol>
  );
}
