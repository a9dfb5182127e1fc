import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Import } from '../../../common/schemas/import.ts';
import { NameAndHint } from '../../components/NameAndHint.tsx';
import { dayText } from '../../lib/dates.ts';
import classes from './EarlierImports.module.css';
import { importsQuery } from './importWork.queries.ts';
import { sourceNames, titlesText } from './movingWords.ts';
import { countOfOutcome } from './preview/Counts.tsx';

/** The imports of the last 30 days. */
export function EarlierImports() {
  const { data } = useQuery(importsQuery);
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="earlier-imports">
      <h2 id="earlier-imports" className={classes.heading}>
        Earlier imports
      </h2>
      <ul className={classes.imports}>
        {data.map((moving) => (
          <li key={moving.id}>
            <Link to={`/import?id=${moving.id}`} className={classes.import}>
              <NameAndHint
                name={sourceNames[moving.source]}
                hint={`${dayText(moving.createdAt)} · ${stateText(moving)}`}
              />
              <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateText({ state, work, counts }: Import): string {
  if (work && !work.isRunning && work.step !== 'matching') return 'stopped';
  switch (state) {
    case 'uploading':
      return 'not all rows have arrived';
    case 'preview':
      return 'not imported yet';
    case 'applying':
      return 'being imported';
    case 'applied':
      return `${titlesText(countOfOutcome(counts, 'comes'))} imported`;
    case 'undone':
      return 'undone';
    default:
      return state satisfies never;
  }
}
