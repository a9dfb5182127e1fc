import { useId } from 'react';
import { Choice } from '../../components/controls/Choice.tsx';
import { RadioList } from '../../components/controls/Radio.tsx';
import { calendarDayText } from '../../lib/dates.ts';
import { inWords } from '../folders/state/wording.ts';
import classes from './Found.module.css';
import type { AskedQuestion, Contents, TitleType } from './reading/reading.ts';
import { type Mapping, namesTitles, type TableField } from './reading/tableFields.ts';

interface QuestionFormProps {
  question: AskedQuestion;
  onAnswer: (answer: string | Mapping) => void;
}

/** One question about the files, with what helps to answer it. */
export function QuestionForm({ question, onAnswer }: QuestionFormProps) {
  const { file } = question;
  if (question.kind === 'columns') return <Columns question={question} onAnswer={onAnswer} />;
  const answer = typeof question.answer === 'string' ? question.answer : null;
  const choose = { answer, onAnswer };

  switch (question.kind) {
    case 'contents':
      return (
        <Choices
          {...choose}
          title={`What is in ${file}?`}
          about={examplesText(question.examples)}
          choices={question.choices.map((value) => ({ value, ...contents[value] }))}
        />
      );
    case 'dates':
      return (
        <Choices
          {...choose}
          title={`How are dates written in ${file}?`}
          about={`Column ${question.column}`}
          choices={question.choices.map((value) => ({
            value,
            label: question.examples.map(({ text, days }) => `${text} is ${dayText(days[value])}`).join(', '),
          }))}
        />
      );
    case 'type':
      return (
        <Choices
          {...choose}
          title={`What does “${question.value}” mean?`}
          about={examplesText(question.examples)}
          choices={question.choices.map((value) => ({ value, label: typeNames[value] }))}
        />
      );
    case 'profile':
      return (
        <Choices
          {...choose}
          title="Which profile is yours?"
          about={file}
          choices={question.choices.map((value) => ({ value, label: value }))}
        />
      );
    default:
      return question satisfies never;
  }
}

const contents: Record<Contents, { label: string; description?: string }> = {
  seen: { label: 'Films and shows I’ve seen' },
  wants: { label: 'Films and shows I want to see' },
  list: { label: 'A list', description: 'It becomes a list of that name. Nothing is marked as seen.' },
};

const typeNames: Record<TitleType, string> = {
  film: 'Films',
  show: 'Shows',
  episode: 'Episodes',
  other: 'Something else: leave it out',
};

const examplesText = (examples: string[]) => (examples.length > 0 ? `For example ${inWords(examples, 'and')}` : '');

const dayText = (day: string | undefined) => (day ? calendarDayText(day) : 'no date');

interface ChoicesProps {
  title: string;
  about: string;
  choices: readonly { value: string; label: string; description?: string }[];
  answer: string | null;
  onAnswer: (answer: string) => void;
}

function Choices({ title, about, choices, answer, onAnswer }: ChoicesProps) {
  const id = useId();
  return (
    <div className={classes.question}>
      <h3 id={id}>{title}</h3>
      {about && <p className={classes.about}>{about}</p>}
      <RadioList
        choices={choices}
        value={answer}
        onChange={onAnswer}
        className={classes.choices}
        aria-labelledby={id}
      />
    </div>
  );
}

const fieldNames: Record<TableField, string> = {
  title: 'Title',
  show: 'Show, beside titles of episodes',
  originalTitle: 'Original title',
  year: 'Year',
  type: 'Film or show',
  season: 'Season',
  episode: 'Episode',
  watchedAt: 'When I watched it',
  status: 'Watched or to watch',
  rating: 'My rating',
  review: 'My review',
  list: 'List',
  tmdb: 'TMDB number',
  imdb: 'IMDb number',
  tvdb: 'TheTVDB number',
};

const NOTHING = '';

const fieldChoices = [
  { value: NOTHING, label: 'Leave out' },
  ...Object.entries(fieldNames).map(([value, label]) => ({ value, label })),
];

/** Says what each column of a table is. A field belongs to one column at most. */
function Columns({
  question,
  onAnswer,
}: { question: Extract<AskedQuestion, { kind: 'columns' }> } & Pick<QuestionFormProps, 'onAnswer'>) {
  const mapping = mappingOf(question);
  const fieldAt = (index: number) => (Object.keys(mapping) as TableField[]).find((field) => mapping[field] === index);
  const choose = (index: number, value: string) => {
    const kept = Object.entries(mapping).filter(([field, column]) => column !== index && field !== value);
    onAnswer(Object.fromEntries(value === NOTHING ? kept : [...kept, [value, index]]));
  };

  return (
    <div className={classes.question}>
      <h3>What is in the columns of {question.file}?</h3>
      <ul className={classes.columns}>
        {question.columns.map(({ header, samples }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity, and never move
          <li key={index}>
            <div className={classes.column}>
              <p className={classes.header}>{header || `Column ${index + 1}`}</p>
              <p className={classes.samples}>{samples.join(' · ') || 'Empty'}</p>
            </div>
            <Choice
              aria-label={`What is in ${header || `column ${index + 1}`}`}
              data={fieldChoices}
              value={fieldAt(index) ?? NOTHING}
              onChange={({ currentTarget }) => choose(index, currentTarget.value)}
            />
          </li>
        ))}
      </ul>
      {!namesTitles(Object.keys(mapping)) && <p className={classes.missing}>Choose the column with the titles.</p>}
    </div>
  );
}

/** The answer so far, which at first is what the headers look like. */
export function mappingOf({ answer, columns }: Extract<AskedQuestion, { kind: 'columns' }>): Mapping {
  if (answer !== null && typeof answer === 'object') return answer;
  return Object.fromEntries(columns.flatMap(({ guess }, index) => (guess ? [[guess, index]] : [])));
}
