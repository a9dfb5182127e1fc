import type { ReactNode } from 'react';
import type { Replica } from '../../../common/replica/replica.ts';
import { SearchBox } from '../../components/controls/SearchBox.tsx';
import { TOUCH, useMediaQuery } from '../../lib/page/useMediaQuery.ts';
import type { Person } from '../../lib/person.ts';
import classes from './PeoplePicker.module.css';

interface PeoplePickerProps<Found extends Person> {
  text: string;
  onType: (text: string) => void;
  placeholder: string;
  /** The accessible name of the list. */
  label: string;
  /** Undefined while they load. */
  people: readonly Found[] | undefined;
  /** Shown in place of an empty list. */
  hint: string;
  /** Above the list. */
  lead?: string | undefined;
  height: string;
  /** A line of the list. */
  children: (person: Found) => ReactNode;
}

/** A search for the people to invite. Results and hints have the same height, so that the dialog does not jump. */
export function PeoplePicker<Found extends Person>(props: PeoplePickerProps<Found>) {
  const { text, onType, placeholder, label, people, hint, lead, height, children } = props;
  const isTouch = useMediaQuery(TOUCH);

  return (
    <>
      <SearchBox
        value={text}
        onChange={onType}
        placeholder={placeholder}
        label="Search users"
        // The keyboard of a touch screen would cover the suggestions.
        isAutoFocused={!isTouch}
      />
      <div className={classes.results} style={{ height }} aria-live="polite">
        {people && people.length > 0 ? (
          <>
            {lead && <p className={classes.lead}>{lead}</p>}
            <ul className={classes.list} aria-label={label}>
              {people.map((person) => (
                <li key={person.id}>{children(person)}</li>
              ))}
            </ul>
          </>
        ) : (
          <p className={classes.hint}>{hint}</p>
        )}
      </div>
    </>
  );
}

/** Whether the person can be invited: neither the viewer, nor the owner, nor a member. */
export function isOutside({ id }: Person, { folder, shares = [], viewerId }: Replica): boolean {
  const members = [
    ...(folder.memberIds ?? []),
    ...(folder.sharedWithUsers ?? []).map((user) => user.id),
    ...shares.map((share) => share.sharedWithUserId),
  ];
  return ![viewerId, folder.userId, ...members].includes(id);
}
