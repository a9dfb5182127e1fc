/** The fields needed to show a user's name and avatar. */
export interface Person {
  id: string;
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
  username?: string | null;
  profileImageUrl?: string | null;
}

const COLOURS = 12;
const colourAt = (place: number) => `var(--member-${place})`;

/** The place of a user's colour among the twelve, chosen by id. */
function colourPlace(userId: string): number {
  let sum = 0;
  for (const digit of userId) sum = (sum * 31 + digit.charCodeAt(0)) % 9973;
  return sum % COLOURS;
}

/** The user's colour where they are shown alone. */
export function memberColour(userId: string): string {
  return colourAt(colourPlace(userId));
}

/**
 * The colours of users who are shown together: their own, or the next one that no earlier user has. The first twelve have
 * different colours, as do the next twelve.
 */
export function memberColours(memberIds: readonly string[]): ReadonlyMap<string, string> {
  const colours = new Map<string, string>();
  const taken = new Set<number>();
  for (const id of new Set(memberIds)) {
    if (taken.size === COLOURS) taken.clear();
    let place = colourPlace(id);
    while (taken.has(place)) place = (place + 1) % COLOURS;
    taken.add(place);
    colours.set(id, colourAt(place));
  }
  return colours;
}

/** First letter of the first name, else of the email, else 'U'. */
export function initialOf(person: Pick<Person, 'firstName' | 'email'> | null | undefined): string {
  return (person?.firstName?.trim()[0] ?? person?.email?.trim()[0] ?? 'U').toUpperCase();
}

/** Full name, else first name, else username, else email. */
export function displayName(person: Omit<Person, 'id'>): string {
  const full = [person.firstName, person.lastName].filter(Boolean).join(' ');
  return full || person.username || person.email || 'Somebody';
}
