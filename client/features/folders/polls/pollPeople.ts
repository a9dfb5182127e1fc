import type { Participant, Poll } from '../../../../common/schemas/poll.ts';
import type { Person } from '../../../lib/person.ts';

export function personOf({ id, name, face }: Participant): Person {
  return { id, firstName: name, profileImageUrl: face };
}

export function participantIn({ participants }: Pick<Poll, 'participants'>, id: string): Participant | undefined {
  return participants.find((one) => one.id === id);
}

/** Whether people can still join and vote. */
export function isUndecided({ state }: Pick<Poll, 'state'>): boolean {
  return state === 'lobby' || state === 'voting';
}

/** 'Ana', 'Ana and Ben', 'Ana, Ben and 2 others'. */
export function namesOf(people: readonly Participant[]): string {
  const names = people.map(({ name }) => name);
  if (names.length <= 2) return names.join(' and ');
  if (names.length === 3) return `${names[0]}, ${names[1]} and ${names[2]}`;
  return `${names[0]}, ${names[1]} and ${names.length - 2} others`;
}
