import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useId } from 'react';
import classes from './Plots.module.css';

interface Bar {
  label: string;
  count: number;
  minutes?: number;
}

interface BarsProps {
  title: string;
  bars: readonly Bar[];
  /** What a bar is, as the table says it: 'Month'. */
  of: string;
  /** What is counted. */
  counted?: string;
  /** Long labels have a line of their own each. */
  isSideways?: boolean;
}

/** A bar for each entry, and the same as a table for screen readers. */
export function Bars({ title, bars, of, counted = 'Films and episodes', isSideways = false }: BarsProps) {
  const heading = useId();
  return (
    <section className={classes.plot} aria-labelledby={heading}>
      <h2 id={heading} className={classes.heading}>
        {title}
      </h2>
      <div aria-hidden="true">
        <BarChart
          h={isSideways ? 36 * bars.length + 16 : 220}
          data={[...bars]}
          dataKey="label"
          series={[{ name: 'count', label: counted, color: 'var(--amber-fill)' }]}
          orientation={isSideways ? 'vertical' : 'horizontal'}
          withXAxis={!isSideways}
          withYAxis={isSideways}
          yAxisProps={{ width: 132, interval: 0 }}
          xAxisProps={{ interval: bars.length > 12 ? 'preserveStartEnd' : 0 }}
          classNames={{ axis: classes.axis }}
          gridAxis="none"
          tickLine="none"
          textColor="var(--dim)"
          maxBarWidth={32}
          minBarSize={0}
          withBarValueLabel
          valueLabelProps={{ formatter: (value) => (value === 0 ? '' : value), fill: 'var(--ink)' }}
          barProps={{ stroke: 'var(--amber-mark)', radius: isSideways ? [0, 4, 4, 0] : [4, 4, 0, 0] }}
          // The table says it all, so the plot takes no focus.
          barChartProps={{ accessibilityLayer: false, margin: { top: 20, right: isSideways ? 36 : 0, left: 0 } }}
        />
      </div>
      <div className="visually-hidden">
        <table aria-labelledby={heading}>
          <thead>
            <tr>
              <th scope="col">{of}</th>
              <th scope="col">{counted}</th>
              {bars[0]?.minutes !== undefined && <th scope="col">Hours</th>}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ label, count, minutes }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{count}</td>
                {minutes !== undefined && <td>{Math.round(minutes / 60)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface DayGridProps {
  year: number;
  days: readonly { day: string; plays: number }[];
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const DAY_MS = 24 * 60 * 60 * 1000;
const monthDay = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', timeZone: 'UTC' });
const shortMonth = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });

/** Each day of a year in a column for its week: the more was watched, the stronger its colour. */
export function DayGrid({ year, days }: DayGridProps) {
  const heading = useId();
  const playsOf = new Map(days.map(({ day, plays }) => [day, plays]));
  const first = Date.UTC(year, 0, 1);
  const before = (new Date(first).getUTCDay() + 6) % 7;
  const length = (Date.UTC(year + 1, 0, 1) - first) / DAY_MS;
  const weeks = Array.from({ length: Math.ceil((before + length) / 7) }, (_, week) => week);
  return (
    <section className={classes.plot} aria-labelledby={heading}>
      <h2 id={heading} className={classes.heading}>
        Day by day
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: with the keyboard, only what has the focus can be scrolled */}
      <section className={classes.scroll} aria-label={`Days of ${year}`} tabIndex={0}>
        <table className={classes.days} aria-labelledby={heading}>
          <thead aria-hidden="true">
            <tr>
              <td />
              {monthsOver(weeks.length, year, before).map(({ name, columns }) => (
                <td key={name} colSpan={columns} className={classes.month}>
                  {name}
                </td>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map((weekday, row) => (
              <tr key={weekday}>
                <th scope="row">
                  <span aria-hidden="true">{row % 2 === 0 && weekday.slice(0, 3)}</span>
                  <span className="visually-hidden">{weekday}</span>
                </th>
                {weeks.map((week) => {
                  const number = 7 * week + row - before;
                  if (number < 0 || number >= length) return <td key={week} />;
                  const moment = new Date(first + number * DAY_MS);
                  const day = moment.toISOString().slice(0, 10);
                  const plays = playsOf.get(day) ?? 0;
                  const words = `${monthDay.format(moment)}: ${plays}`;
                  return (
                    <td
                      key={week}
                      ref={day === days.at(-1)?.day ? scrollToDay : undefined}
                      className={classes.day}
                      data-level={levelOf(plays)}
                      title={words}
                    >
                      <span className="visually-hidden">{words}</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={classes.legend} aria-hidden="true">
        Less
        {[0, 1, 2, 4, 8].map((plays) => (
          <span key={plays} className={classes.day} data-level={levelOf(plays)} />
        ))}
        More
      </p>
    </section>
  );
}

/** A year is wider than a phone. */
function scrollToDay(cell: HTMLElement | null): void {
  const scroller = cell?.closest(`.${classes.scroll}`);
  if (cell && scroller) scroller.scrollLeft = cell.offsetLeft + 2 * cell.offsetWidth - scroller.clientWidth;
}

/** 0, 1, 2 to 3, 4 to 7, and from 8 on. */
const levelOf = (plays: number) => Math.min(4, Math.ceil(Math.log2(plays + 1)));

/** The months above the weeks: each begins over the week of its first day. */
function monthsOver(weeks: number, year: number, before: number) {
  const starts = Array.from({ length: 12 }, (_, month) => {
    const day = (Date.UTC(year, month, 1) - Date.UTC(year, 0, 1)) / DAY_MS;
    return { name: shortMonth.format(Date.UTC(year, month, 1)), week: Math.floor((before + day) / 7) };
  });
  return starts.map(({ name, week }, month) => ({ name, columns: (starts[month + 1]?.week ?? weeks) - week }));
}
