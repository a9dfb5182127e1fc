import { Chip } from '@mantine/core';
import { displayName, type Person } from '../../../lib/person.ts';
import classes from './record.module.css';

interface WithWhomProps {
  /** Who can be named. Without anybody, nothing is shown. */
  fellows: readonly Person[];
  value: string[];
  onChange: (userIds: string[]) => void;
}

/** With whom a title was watched. */
export function WithWhom({ fellows, value, onChange }: WithWhomProps) {
  if (fellows.length === 0) return null;
  return (
    <>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>With whom?</legend>
        <Chip.Group multiple value={value} onChange={onChange}>
          {fellows.map((person) => (
            <Chip key={person.id} value={person.id} classNames={{ label: classes.chip }}>
              <bdi>{displayName(person)}</bdi>
            </Chip>
          ))}
        </Chip.Group>
      </fieldset>
      {value.length > 0 && <p className="hint">They decide whether it goes into their own diary.</p>}
    </>
  );
}
