import type { Import, ImportKind, ImportOutcome } from '../../../../common/schemas/import.ts';
import { kindsInOrder, kindText, outcomeNames, outcomesInOrder } from '../movingWords.ts';
import classes from './Counts.module.css';

/** For each kind, what becomes of it: a bar and the numbers. */
export function Counts({ counts, isApplied }: { counts: Import['counts']; isApplied: boolean }) {
  const kinds = kindsInOrder.filter((kind) => (counts[kind]?.in ?? 0) > 0);
  return (
    <ul className={classes.kinds} aria-label="What becomes of it">
      {kinds.map((kind) => (
        <Kind key={kind} kind={kind} counts={counts} isApplied={isApplied} />
      ))}
    </ul>
  );
}

function Kind({ kind, counts, isApplied }: { kind: ImportKind; counts: Import['counts']; isApplied: boolean }) {
  const all = counts[kind];
  if (!all) return null;
  const shown = (['comes', 'alreadyHere', 'ambiguous', 'unknown', 'refused'] as const).filter(
    (outcome) => all[outcome] > 0,
  );
  return (
    <li className={classes.kind}>
      <span className={classes.name}>{kindText(kind, all.in)}</span>
      <span className={classes.bar} aria-hidden="true">
        {shown.map((outcome) => (
          <span key={outcome} data-outcome={outcome} style={{ flexGrow: all[outcome] }} />
        ))}
      </span>
      <span className={classes.parts}>
        {shown.map((outcome) => (
          <span key={outcome} className={classes.part} data-outcome={outcome}>
            {all[outcome].toLocaleString('en')} {outcomeText(outcome, isApplied)}
          </span>
        ))}
      </span>
    </li>
  );
}

function outcomeText(outcome: ImportOutcome, isApplied: boolean): string {
  const { before, after } = outcomeNames[outcome];
  return (isApplied ? after : before).toLowerCase();
}

export const titlesOfOutcome = (counts: Import['counts'], outcome: ImportOutcome): number =>
  (counts.films?.[outcome] ?? 0) + (counts.shows?.[outcome] ?? 0);

/** How many titles have an outcome, or other rows where no titles have it. Episodes are counted beside their rows. */
export function countOfOutcome(counts: Import['counts'], outcome: ImportOutcome): number {
  const rows = kindsInOrder.filter((kind) => kind !== 'episodes');
  return titlesOfOutcome(counts, outcome) || rows.reduce((sum, kind) => sum + (counts[kind]?.[outcome] ?? 0), 0);
}

export const outcomesOf = (counts: Import['counts']) =>
  outcomesInOrder.filter((outcome) => countOfOutcome(counts, outcome) > 0);
