/** The fields needed to show a user's name and avatar. */
export interface Person {
  id: string;
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
  username?: string | null;
  profileImageUrl?: string | null;
}

const memberColours = 8;

/** The user's colour, one of eight, chosen by id: the same on every screen. */
export function memberColour(userId: string): string {
  let sum = 0;
  for (const digit of userId) sum = (sum * 31 + digit.charCodeAt(0)) % 9973;
  return `var(--member-${sum % memberColours})`;
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
