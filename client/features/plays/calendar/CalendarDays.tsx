import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { PosterImage } from '../../../components/posters/PosterCard.tsx';
import { TextButton } from '../../../components/TextButton.tsx';
import { calendarDay } from '../../../lib/dates.ts';
import { posterOf } from '../../../lib/images.ts';
import { dialogState, useTitleLink } from '../../../lib/page/dialogUrl.ts';
import classes from './CalendarDays.module.css';
import type { CalendarEntry } from './calendar.queries.ts';

interface CalendarDaysProps {
  /** YYYY-MM */
  month: string;
  /** All days of its weeks. */
  days: readonly string[];
  entries: ReadonlyMap<string, CalendarEntry[]>;
}

const none: CalendarEntry[] = [];
const longDay = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });
const dayText = (day: string) => longDay.format(new Date(day));

/** The days of a month that have something, below each other. This month begins with today. */
export function Agenda({ month, days, entries }: CalendarDaysProps) {
  const today = calendarDay(new Date());
  const [showsEarlier, setShowsEarlier] = useState(false);
  const all = days.filter((day) => day.startsWith(month) && (entries.has(day) || day === today));
  const shown = showsEarlier || !today.startsWith(month) ? all : all.filter((day) => day >= today);
  return (
    <ol className={classes.agenda}>
      {shown.length < all.length && (
        <li>
          <TextButton onClick={() => setShowsEarlier(true)}>Earlier this month</TextButton>
        </li>
      )}
      {shown.map((day) => (
        <li key={day} className={classes.agendaDay} data-today={day === today || undefined}>
          <h2 className={classes.agendaHeading}>
            {dayText(day)}
            {day === today && <span className={classes.today}>Today</span>}
          </h2>
          {entries.has(day) ? (
            <ul className={classes.entries}>
              {(entries.get(day) ?? none).map((entry) => (
                <Entry key={entry.id} {...entry} />
              ))}
            </ul>
          ) : (
            <p className="hint">Nothing today</p>
          )}
        </li>
      ))}
    </ol>
  );
}

export function MonthTable({ month, days, entries }: CalendarDaysProps) {
  const today = calendarDay(new Date());
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(7 * week, 7 * week + 7));
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col">
              {weekday.format(new Date(day))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td
                key={day}
                data-today={day === today || undefined}
                data-beyond={!day.startsWith(month) || undefined}
                aria-current={day === today ? 'date' : undefined}
              >
                <time className={classes.number} dateTime={day}>
                  <span aria-hidden="true">{Number(day.slice(8))}</span>
                  <span className="visually-hidden">{dayText(day)}</span>
                </time>
                <ul className={classes.entries}>
                  {(entries.get(day) ?? none).map((entry) => (
                    <Entry key={entry.id} {...entry} />
                  ))}
                </ul>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const kindWords = { airs: '', seen: 'Seen', watched: 'Watched' };

/** A title with its poster, which opens its dialog. */
function Entry({ title, words, kind }: CalendarEntry) {
  const linkTo = useTitleLink();
  return (
    <li className={classes.entry} data-kind={kind}>
      <Link to={linkTo(title)} state={dialogState} preventScrollReset className={classes.link}>
        <span className={classes.poster}>
          <PosterImage title="" path={posterOf(title)} width={34} isEager={false} />
        </span>
        <span className={classes.words}>
          <bdi className={classes.title}>{title.title}</bdi>
          <span className={classes.facts}>
            {kind !== 'airs' && <IconCheck size={12} stroke={2.5} aria-hidden="true" />}
            {words !== '' && kind !== 'airs' && <span className="visually-hidden">{kindWords[kind]}: </span>}
            <span className={classes.fact}>{words || kindWords[kind]}</span>
          </span>
        </span>
      </Link>
    </li>
  );
}
