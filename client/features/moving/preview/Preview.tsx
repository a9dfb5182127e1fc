import { Button } from '@mantine/core';
import { useRef } from 'react';
import type { Import } from '../../../../common/schemas/import.ts';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { TextButton } from '../../../components/TextButton.tsx';
import { applyImport, removeImport } from '../importWork.queries.ts';
import { kindText } from '../movingWords.ts';
import { WorkBar } from '../WorkBar.tsx';
import { Choices } from './Choices.tsx';
import { Counts, countOfOutcome } from './Counts.tsx';
import classes from './Preview.module.css';
import { RowTabs } from './Rows.tsx';

/** What will happen, before it happens. */
export function Preview({ moving, onRemoved }: { moving: Import; onRemoved: () => void }) {
  const { counts, work } = moving;
  const applying = useBusy();
  const removing = useBusy();
  const titles = useRef<HTMLElement>(null);
  const comes = countOfOutcome(counts, 'comes');
  const toCheck = countOfOutcome(counts, 'ambiguous');

  return (
    <div className={classes.columns}>
      <section className={classes.card} aria-label="What will happen">
        <h2 className={classes.title}>What will happen</h2>
        {/* As high with the one as with the other, so that nothing moves under a pointer. */}
        <div className={classes.work}>
          {work ? <WorkBar work={work} /> : <p className={classes.hint}>Nothing has been added yet.</p>}
        </div>
        <Counts counts={counts} isApplied={false} />
      </section>
      <section className={classes.card} aria-label="Where it goes">
        <h2 className={classes.title}>Where it goes</h2>
        <Choices moving={moving} />
      </section>
      <section ref={titles} className={classes.rows} aria-label="Titles">
        <RowTabs moving={moving} />
      </section>
      <div className={classes.foot}>
        <p className={classes.summary}>
          {toCheck > 0 ? (
            <TextButton onClick={() => titles.current?.scrollIntoView()}>{checkText(toCheck)}</TextButton>
          ) : (
            sumText(counts)
          )}
        </p>
        <div className={classes.buttons}>
          <Button
            variant="default"
            loading={removing.isBusy}
            onClick={() =>
              removing.finish(async () => {
                await removeImport(moving);
                onRemoved();
              }, 'Couldn’t cancel the import. Try again.')
            }
          >
            Cancel
          </Button>
          <Button
            // While the server counts what a choice changes, Import waits for that.
            disabled={comes === 0 || (work !== null && work.step !== 'counting')}
            loading={applying.isBusy}
            onClick={() => applying.run(() => applyImport(moving), 'Couldn’t start the import. Try again.')}
          >
            Import
          </Button>
        </div>
      </div>
    </div>
  );
}

/** What is not checked does not come. */
const checkText = (count: number) => `${count.toLocaleString('en')} to check first`;

function sumText({ films, shows }: Import['counts']): string {
  const parts = [
    films && films.comes > 0 && kindText('films', films.comes),
    shows && shows.comes > 0 && kindText('shows', shows.comes),
  ];
  return parts.filter(Boolean).join(' and ');
}
