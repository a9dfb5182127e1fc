import { type ReactElement, useId } from 'react';
import { genreNames } from '../../../../common/filters.ts';
import type { ListStatistics, Statistics, WatchedPerson } from '../../../../common/schemas/statistics.ts';
import { Avatar } from '../../../components/Avatar.tsx';
import { displayName } from '../../../lib/person.ts';
import { countOf } from '../../folders/state/wording.ts';
import { Bars, DayGrid } from './Plots.tsx';
import classes from './Sums.module.css';

type Amounts = Omit<ListStatistics, 'people'>;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const number = new Intl.NumberFormat('en');

/** The large numbers at the top. */
export function BigNumbers({ totals }: Pick<Amounts, 'totals'>) {
  const numbers = [
    [Math.round(totals.minutes / 60), 'Hour'],
    [totals.films, 'Film'],
    [totals.episodes, 'Episode'],
    [totals.days, 'Day'],
  ] as const;
  const { withoutRuntime } = totals;
  return (
    <div>
      <dl className={classes.numbers}>
        {numbers.map(([count, name]) => (
          <div key={name} className={classes.number}>
            <dt>{count === 1 ? name : `${name}s`}</dt>
            <dd>{number.format(count)}</dd>
          </div>
        ))}
      </dl>
      {withoutRuntime > 0 && (
        <p className={classes.hint}>{`Not in the hours: ${countOf(withoutRuntime, 'viewing')} of unknown length.`}</p>
      )}
    </div>
  );
}

interface SumsProps {
  sums: Amounts;
  /** What only the viewer sees, of themselves. */
  own?: { statistics: Statistics; year: number | null };
}

/** The plots and lists, of the viewer or of the people of a list. */
export function Sums({ sums, own }: SumsProps) {
  const { months, weekdays, genres, cast, makers, isIncomplete } = sums;
  const barsOf = (labels: readonly string[], amounts: Amounts['months']) =>
    labels.map((label, at) => ({ label, count: amounts[at]?.plays ?? 0, minutes: amounts[at]?.minutes ?? 0 }));
  const named = genres.flatMap(({ id, plays, minutes }) => {
    const label = genreNames.get(id);
    return label === undefined ? [] : [{ label, count: plays, minutes }];
  });
  const ratings = own?.statistics.ratings ?? [];
  return (
    <>
      <div className={classes.sums}>
        {own && <Days {...own} />}
        <Bars title="By month" of="Month" bars={barsOf(MONTHS, months)} />
        <Bars title="By weekday" of="Weekday" bars={barsOf(WEEKDAYS, weekdays)} />
        {named.length > 0 && <Bars title="Genres" of="Genre" bars={named} isSideways />}
        {own && (
          <div className={classes.stack}>
            {ratings.some((count) => count > 0) && (
              <Bars
                title="Your ratings"
                of="Rating"
                counted="Titles"
                bars={ratings.map((count, at) => ({ label: countOf(at + 1, 'star'), count }))}
              />
            )}
            <Companions companions={own.statistics.companions} />
          </div>
        )}
        <People title="Cast" people={cast} />
        <People title="Directors and creators" people={makers} />
      </div>
      {isIncomplete && <p className={classes.hint}>Some titles could not be looked up just now.</p>}
    </>
  );
}

/** The days of a year, or the years of all time. */
function Days({ statistics, year }: NonNullable<SumsProps['own']>) {
  const { days, years } = statistics;
  if (year === null && years.length === 0) return null;
  return (
    <div className={classes.wide}>
      {year === null ? (
        <Bars
          title="By year"
          of="Year"
          bars={years.map(({ year: one, plays, minutes }) => ({ label: String(one), count: plays, minutes }))}
        />
      ) : (
        <DayGrid year={year} days={days} />
      )}
    </div>
  );
}

function People({ title, people }: { title: string; people: readonly WatchedPerson[] }) {
  return (
    <Ranked title={title}>
      {people.map(({ id, name, titles }) => (
        <li key={id} className={classes.row}>
          <bdi className={classes.name}>{name}</bdi>
          <span className={classes.hint}>{countOf(titles, 'title')}</span>
        </li>
      ))}
    </Ranked>
  );
}

function Companions({ companions }: Pick<Statistics, 'companions'>) {
  return (
    <Ranked title="Watched with">
      {companions.map(({ user, plays }) => (
        <li key={user.id} className={classes.row}>
          <Avatar person={user} size={32} />
          <bdi className={classes.name}>{displayName(user)}</bdi>
          <span className={classes.hint}>{countOf(plays, 'time')}</span>
        </li>
      ))}
    </Ranked>
  );
}

/** A list in its order, or nothing without entries. */
function Ranked({ title, children }: { title: string; children: readonly ReactElement[] }) {
  const heading = useId();
  if (children.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <ol className={classes.list}>{children}</ol>
    </section>
  );
}
