import { IconHandStop, IconMoodEmpty, IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import type { Mark } from '../../../../common/poll/rule.ts';
import classes from './MarkButtons.module.css';

const choices = [
  { mark: 0, label: 'No', Icon: IconThumbDown, key: '1' },
  { mark: 1, label: 'Maybe', Icon: IconMoodEmpty, key: '2' },
  { mark: 2, label: 'Yes', Icon: IconThumbUp, key: '3' },
] as const;

interface MarkButtonsProps {
  title: string;
  mark: Mark | undefined;
  isVetoed: boolean;
  /** The viewer's only veto is on another title, from which it would move. */
  hasVetoElsewhere: boolean;
  onMark: (mark: Mark) => void;
  onVeto: () => void;
  /** The keys 1, 2, 3 and V do the same. */
  hasKeys?: boolean;
}

/** No, maybe, yes and the veto for one title. */
export function MarkButtons(props: MarkButtonsProps) {
  const { title, mark, isVetoed, hasVetoElsewhere, onMark, onVeto, hasKeys = false } = props;
  return (
    <fieldset className={classes.buttons} data-compact={!hasKeys || undefined}>
      <legend className="visually-hidden">{`Your vote on ${title}`}</legend>
      {choices.map((choice) => (
        <button
          key={choice.mark}
          type="button"
          className={classes.button}
          data-mark={choice.mark}
          aria-pressed={!isVetoed && mark === choice.mark}
          aria-keyshortcuts={hasKeys ? choice.key : undefined}
          onClick={once(() => onMark(choice.mark))}
        >
          <choice.Icon size={24} stroke={1.75} />
          {choice.label}
        </button>
      ))}
      <button
        type="button"
        className={classes.button}
        data-mark="veto"
        aria-pressed={isVetoed}
        aria-keyshortcuts={hasKeys ? 'v' : undefined}
        title={hasVetoElsewhere ? 'You have one veto. It moves here.' : 'Rules this title out. You have one veto.'}
        onClick={once(onVeto)}
      >
        <IconHandStop size={24} stroke={1.75} />
        Veto
      </button>
    </fieldset>
  );
}

/** The second click of a double click would fall on the next title, or take a veto back. */
const once = (act: () => void) => (event: MouseEvent) => {
  if (event.detail <= 1) act();
};
