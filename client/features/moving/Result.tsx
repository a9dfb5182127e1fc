import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Import } from '../../../common/schemas/import.ts';
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx';
import { MorePages } from '../../components/feedback/MorePages.tsx';
import { useBusy } from '../../components/feedback/useBusy.ts';
import { dayText } from '../../lib/dates.ts';
import { countOf } from '../folders/state/wording.ts';
import { applyImport, rowsQuery, undoImport } from './importWork.queries.ts';
import { Counts, countOfOutcome } from './preview/Counts.tsx';
import classes from './preview/Preview.module.css';
import { RowLine } from './preview/RowLine.tsx';
import rowClasses from './preview/Rows.module.css';
import { RowTabs } from './preview/Rows.tsx';
import { WorkBar } from './WorkBar.tsx';

/** How an import is going, or what came of it. */
export function Result({ moving }: { moving: Import }) {
  const { state, work, counts, undo } = moving;
  const { isBusy, run } = useBusy();
  const goOn = () =>
    run(() => (work?.step === 'undoing' ? undoImport : applyImport)(moving), 'Couldn’t go on. Try again in a moment.');

  return (
    <div className={classes.columns}>
      <section className={classes.card} aria-label="Result">
        <h2 className={classes.title}>{titleOf(moving)}</h2>
        {work ? (
          <>
            <WorkBar work={work} />
            {work.isRunning ? (
              <p className={classes.text}>You can leave this page. It goes on by itself.</p>
            ) : (
              <>
                <p className={classes.text}>It stopped before the end. Nothing is lost.</p>
                <div className={classes.buttons}>
                  <Button loading={isBusy} onClick={goOn}>
                    Go on
                  </Button>
                </div>
              </>
            )}
          </>
        ) : (
          undo && <p className={classes.text}>{undoText(undo)}</p>
        )}
        {state !== 'undone' && <Counts counts={counts} isApplied />}
        {state === 'applied' && !work && <Actions moving={moving} />}
      </section>
      {undo && undo.stayed > 0 && !work && <Stayed moving={moving} />}
      {state === 'applied' && (
        <section className={classes.rows} aria-label="Titles">
          <RowTabs moving={moving} />
        </section>
      )}
    </div>
  );
}

function titleOf({ state, work }: Import): string {
  if (work?.step === 'undoing') return 'Undoing';
  if (state === 'applying') return 'Importing';
  if (state === 'undone') return 'Undone';
  return 'Imported';
}

function undoText({ removed, stayed }: NonNullable<Import['undo']>): string {
  const gone = `${countOf(removed, 'entry', 'entries')} removed.`;
  return stayed === 0 ? gone : `${gone} ${countOf(stayed, 'entry', 'entries')} stayed because of later changes.`;
}

function Actions({ moving }: { moving: Import }) {
  const [isAsking, setAsking] = useState(false);
  const undoing = useBusy();
  const downloading = useBusy();
  const applying = useBusy();
  const { counts, waiting } = moving;
  const isMissing = (['ambiguous', 'unknown', 'refused'] as const).some(
    (outcome) => countOfOutcome(counts, outcome) > 0,
  );

  return (
    <>
      <div className={classes.buttons}>
        <Button component={Link} to="/my-list" leftSection={<IconCheck size={18} stroke={2} />}>
          Open My List
        </Button>
        <Button variant="default" leftSection={<IconArrowBackUp />} onClick={() => setAsking(true)}>
          Undo
        </Button>
      </div>
      {waiting > 0 && (
        <>
          <p className={classes.text}>
            {waiting === 1
              ? '1 entry has been found since. It is not imported yet.'
              : `${waiting.toLocaleString('en')} entries have been found since. They are not imported yet.`}
          </p>
          <div className={classes.buttons}>
            <Button
              loading={applying.isBusy}
              onClick={() => applying.run(() => applyImport(moving), 'Couldn’t start the import. Try again.')}
            >
              Import the rest
            </Button>
          </div>
        </>
      )}
      <p className={classes.text}>You can undo this until {dayText(moving.expiresAt)}.</p>
      {isMissing && (
        <div>
          <Button
            variant="default"
            loading={downloading.isBusy}
            leftSection={<IconDownload />}
            onClick={() => downloading.run(() => saveNotCome(moving), 'Couldn’t make the file. Try again.')}
          >
            Download what didn’t come
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Undo this import?"
          confirmLabel="Undo import"
          isBusy={undoing.isBusy}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            undoing.finish(async () => {
              await undoImport(moving);
              setAsking(false);
            }, 'Couldn’t undo the import. Try again.')
          }
        >
          What it added goes again, from shared lists too. What you or others have changed since stays.
        </ConfirmDialog>
      )}
    </>
  );
}

/** Its code is loaded with the first use. */
async function saveNotCome(moving: Import): Promise<void> {
  const { downloadNotImported } = await import('./notImported.ts');
  await downloadNotImported(moving);
}

/** What Undo left, and why. */
function Stayed({ moving }: { moving: Import }) {
  const query = useInfiniteQuery(rowsQuery(moving.id, { stayed: 'true' }));
  return (
    <section className={classes.rows} aria-label="What stayed">
      <h2 className={classes.title}>What stayed</h2>
      <ul className={rowClasses.rows}>
        {query.data?.map((entry) => (
          <li key={entry.n} className={rowClasses.row}>
            <RowLine moving={moving} entry={entry} isTitle={false} />
          </li>
        ))}
      </ul>
      <MorePages query={query} />
    </section>
  );
}
