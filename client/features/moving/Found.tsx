import { Button } from '@mantine/core';
import { IconAlertTriangle, IconFileCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { Import, ImportCounts } from '../../../common/schemas/import.ts';
import { countOf } from '../folders/state/wording.ts';
import classes from './Found.module.css';
import { forgetFiles, isSameImport, readChosen, useMoving } from './moving.store.ts';
import { kindsInOrder, kindText, sourceNames } from './movingWords.ts';
import { mappingOf, QuestionForm } from './QuestionForm.tsx';
import type { ReadResult } from './reading/readFiles.ts';
import type { AskedQuestion } from './reading/reading.ts';
import { namesTitles } from './reading/tableFields.ts';

interface FoundProps {
  result: ReadResult;
  /** Imports of which the server has a part only. */
  unfinished: readonly Import[];
  onSend: (known?: Import) => void;
}

/** What the chosen files are, what must be asked, and the button to go on. */
export function Found({ result, unfinished, onSend }: FoundProps) {
  const { source, stats, questions } = result;
  const open = questions.filter(({ answer }) => answer === null);
  const known = unfinished.find((one) => isSameImport(one, result));
  const total = result.rows.length + result.refused.length;

  return (
    <section className={classes.card} aria-label="What was found">
      <header className={classes.head}>
        <span className={classes.icon}>
          <IconFileCheck size={26} stroke={1.6} />
        </span>
        <div className="fill">
          <h2 className={classes.title}>{titleOf(result)}</h2>
          <p className={classes.files}>{filesText(stats.files)}</p>
        </div>
      </header>
      <Messages result={result} />
      {total > 0 && <Contents counts={stats.counts} />}
      {questions.length > 0 && <Questions questions={questions} openCount={open.length} />}
      <div className={classes.buttons}>
        {source !== null && open.length === 0 && total > 0 && (
          <Button size="md" onClick={() => onSend(known)}>
            {known ? 'Go on where it stopped' : 'See what will be imported'}
          </Button>
        )}
        <Button size="md" variant="default" onClick={forgetFiles}>
          Choose other files
        </Button>
      </div>
    </section>
  );
}

function titleOf({ source, questions }: ReadResult): string {
  if (source) return source === 'table' || source === 'text' ? 'A list of titles' : `Files from ${sourceNames[source]}`;
  return questions.length > 0 ? 'A question about your file' : 'Nothing to import';
}

function filesText(files: ReadResult['stats']['files']): string {
  const read = files.filter(({ source }) => source !== null).map(({ name }) => name);
  if (read.length === 0) return files.map(({ name }) => name).join(', ');
  return read.length > 6 ? countOf(read.length, 'file') : read.join(', ');
}

function Messages({ result: { stats, refused } }: { result: ReadResult }) {
  const texts = [...stats.problems.map(({ text }) => text), ...stats.notes];
  if (refused.length > 0)
    texts.push(
      `${countOf(refused.length, 'line')} can’t be read. You can download ${refused.length === 1 ? 'it' : 'them'} later, correct ${refused.length === 1 ? 'it' : 'them'} and import again.`,
    );
  if (texts.length === 0) return null;
  return (
    <ul className={classes.messages}>
      {texts.map((text) => (
        <li key={text}>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" /> <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** How much of each kind the files have. */
function Contents({ counts }: { counts: ImportCounts }) {
  const kinds = kindsInOrder.filter((kind) => (counts[kind]?.in ?? 0) > 0);
  return (
    <ul className={classes.contents} aria-label="What the files have">
      {kinds.map((kind) => (
        <li key={kind}>{kindText(kind, counts[kind]?.in ?? 0)}</li>
      ))}
    </ul>
  );
}

/** All questions at once. The files are read again with the answers. */
function Questions({ questions, openCount }: { questions: AskedQuestion[]; openCount: number }) {
  const { files, answers } = useMoving();
  const [given, setGiven] = useState(answers);
  const hasChanged = given !== answers;
  const shown = questions.map((question) => ({ ...question, answer: given[question.id] ?? usualAnswer(question) }));
  const isComplete = shown.every(isAnswered);

  return (
    <form
      aria-label="Questions"
      className={classes.questions}
      onSubmit={(event) => {
        event.preventDefault();
        const all = Object.fromEntries(shown.flatMap(({ id, answer }) => (answer === null ? [] : [[id, answer]])));
        void readChosen(files, all);
      }}
    >
      {shown.map((question) => (
        <QuestionForm
          key={question.id}
          question={question}
          onAnswer={(answer) => setGiven((others) => ({ ...others, [question.id]: answer }))}
        />
      ))}
      {(openCount > 0 || hasChanged) && (
        <div>
          <Button type="submit" size="md" disabled={!isComplete}>
            {openCount > 0 ? 'Continue' : 'Read again'}
          </Button>
        </div>
      )}
    </form>
  );
}

/** The answer that is chosen at first: for columns, what their headers look like. */
function usualAnswer(question: AskedQuestion): AskedQuestion['answer'] {
  return question.answer ?? (question.kind === 'columns' ? mappingOf(question) : null);
}

function isAnswered({ kind, answer }: AskedQuestion): boolean {
  return answer !== null && (kind !== 'columns' || namesTitles(Object.keys(answer)));
}
