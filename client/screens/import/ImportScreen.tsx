import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import type { Import } from '../../../common/schemas/import.ts';
import { LinkButton } from '../../components/controls/LinkButton.tsx';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { PendingAnswer } from '../../components/feedback/PendingAnswer.tsx';
import { ScreenHead } from '../../features/folders/lists/ScreenHead.tsx';
import { EarlierImports } from '../../features/moving/EarlierImports.tsx';
import { FileChooser } from '../../features/moving/FileChooser.tsx';
import { Found } from '../../features/moving/Found.tsx';
import { Guide } from '../../features/moving/Guide.tsx';
import { importsQuery } from '../../features/moving/importWork.queries.ts';
import { sendRows, useMoving } from '../../features/moving/moving.store.ts';
import { sourceNames } from '../../features/moving/movingWords.ts';
import { Preview } from '../../features/moving/preview/Preview.tsx';
import { Result } from '../../features/moving/Result.tsx';
import { UploadProgress } from '../../features/moving/UploadProgress.tsx';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import classes from './ImportScreen.module.css';

/** Moving in: choose files, see what will happen, and import it. */
export function ImportScreen() {
  const [params, setParams] = useSearchParams();
  const id = params.get('id');
  const imports = useQuery(importsQuery);
  const moving = imports.data?.find((one) => one.id === id);
  usePageTitle('Import');

  const openImport = (opened: string | null) => setParams(opened ? { id: opened } : {}, { replace: id !== null });
  const isStarting = id === null || moving?.state === 'uploading';
  return (
    <div className={classes.screen}>
      <ScreenHead
        title={moving && !isStarting ? `Import from ${sourceNames[moving.source]}` : 'Import'}
        actions={
          <LinkButton to={id === null ? '/account' : '/import'} icon={IconArrowLeft}>
            {id === null ? 'Account Settings' : 'All imports'}
          </LinkButton>
        }
      >
        {moving && !isStarting && <p className={classes.hint}>{moving.files.join(', ')}</p>}
      </ScreenHead>
      {isStarting ? (
        <Start imports={imports.data ?? []} onSent={openImport} interrupted={moving} />
      ) : moving ? (
        <Opened moving={moving} onRemoved={() => openImport(null)} />
      ) : imports.data ? (
        <EmptyState
          drawing="ticket"
          title="This import is gone"
          action={
            <Button component={Link} to="/import">
              Import files
            </Button>
          }
        >
          Imports are kept for 30 days.
        </EmptyState>
      ) : (
        <PendingAnswer query={imports} />
      )}
    </div>
  );
}

interface StartProps {
  imports: readonly Import[];
  /** An import of which rows are missing. */
  interrupted: Import | undefined;
  onSent: (id: string) => void;
}

function Start({ imports, interrupted, onSent }: StartProps) {
  const { read, result, upload, problem } = useMoving();
  const send = async (known?: Import) => {
    const id = await sendRows(known);
    if (id) onSent(id);
  };

  return (
    <>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {interrupted && !result && read === null && (
        <p className={classes.notice}>
          {`${interrupted.rows.received.toLocaleString('en')} of ${interrupted.rows.total.toLocaleString('en')} rows have arrived. Choose the same files again to go on.`}
        </p>
      )}
      {read !== null || upload ? (
        <UploadProgress read={read} upload={upload} />
      ) : result ? (
        <Found
          result={result}
          unfinished={imports.filter(({ state }) => state === 'uploading')}
          onSend={(known) => void send(known)}
        />
      ) : (
        <>
          <FileChooser />
          <EarlierImports />
          <Guide />
        </>
      )}
    </>
  );
}

function Opened({ moving, onRemoved }: { moving: Import; onRemoved: () => void }) {
  return moving.state === 'preview' ? <Preview moving={moving} onRemoved={onRemoved} /> : <Result moving={moving} />;
}
