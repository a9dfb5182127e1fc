import type { Contact } from '../../../../common/schemas/user.ts';
import { invalid } from '../../../platform/http/errors.ts';

/** The user who chooses a password, as far as known. */
export type PasswordOwner = Pick<Contact, 'email'> & Partial<Pick<Contact, 'firstName' | 'lastName' | 'username'>>;

const COMMON = 'it is a common password, or close to one';
const PERSONAL = 'it is made of your name, your email address or the words of this site';
const PATTERN = 'it repeats characters or follows a pattern, as 12345 and qwerty do';
const SAME = 'Choose a new password, not the current one';

/** Throws validation at the field `path` when a new password is easy to guess. The length is the schema's concern. */
export async function requireGoodPassword(path: string, password: string, owner: PasswordOwner): Promise<void> {
  const message = await problemOf(password, owner);
  if (message) throw invalid([{ path, message }]);
}

/** Throws validation at the field `path` when the new password is the old one. */
export function requireOtherPassword(path: string, password: string, old: string, message = SAME): void {
  if (password === old) throw invalid([{ path, message }]);
}

/** A password that takes fewer guesses is refused. Ten random characters take ten times as many. */
const LEAST_GUESSES = 1e9;

/** Why a password is easy to guess and what to do, or null. */
export async function problemOf(password: string, owner: PasswordOwner): Promise<string | null> {
  const { estimator } = await import('./passwordEstimator.ts');
  const known = knownWords(owner);
  const estimates = formsOf(password).map(({ text, attempts }) => {
    const { guesses, sequence } = estimator.check(text, known);
    return { guesses: guesses * attempts, sequence };
  });
  const easiest = estimates.reduce((least, estimate) => (estimate.guesses < least.guesses ? estimate : least));
  if (easiest.guesses >= LEAST_GUESSES) return null;
  const { sequence } = easiest;
  const dictionaries = sequence.flatMap((part) => ('dictionaryName' in part ? part.dictionaryName : []));
  const isPersonal = dictionaries.includes('userInputs');
  const reason = isPersonal ? PERSONAL : dictionaries.includes('passwords') ? COMMON : PATTERN;
  return `Too easy to guess: ${reason}. Use a few unrelated words instead.`;
}

interface Form {
  text: string;
  /** How many times an attacker tries each guess of `text` to find the password itself. */
  attempts: number;
}

/** The password, and the simpler texts that it may have been made of. */
function formsOf(password: string): Form[] {
  const plain = toPlainLetters(password);
  const joined = password.replace(/[\s\p{P}\p{S}]/gu, '');
  // A separator may follow each character, or not.
  const attempts = joined === password ? 1 : 2 ** joined.length;
  const others = new Set([joined, toLatinKeys(joined)].map(toPlainLetters));
  others.delete('');
  others.delete(plain);
  return [{ text: plain, attempts: 1 }, ...Array.from(others, (text) => ({ text, attempts }))];
}

/** Without accents and in letters of the usual width: with those, a common password is as easy to guess. */
function toPlainLetters(text: string): string {
  return text.normalize('NFKD').replace(/\p{Mn}/gu, '');
}

const CYRILLIC = 'йцукенгшщзхъфывапролджэячсмитьбюёіїє';
const LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`s]'";

/** What the same keys write on an English keyboard, where the estimator knows the rows and the common passwords. */
function toLatinKeys(text: string): string {
  return text.replace(/[\u0400-\u04ff]/g, (letter) => LATIN[CYRILLIC.indexOf(letter.toLowerCase())] ?? letter);
}

const SITE_WORDS = [
  ...['marquee', 'watchlist', 'movie', 'movies', 'film', 'films', 'cinema', 'series', 'shows', 'tvshows', 'television'],
  ...['netflix', 'disney', 'hulu', 'hbomax', 'primevideo', 'youtube', 'imdb', 'tmdb', 'letterboxd'],
];
const SHORTEST_WORD = 3;

/** Words that an attacker would try first. */
function knownWords({ email, firstName, lastName, username }: PasswordOwner): string[] {
  const names = [firstName, lastName, username, email].flatMap((name) => name ?? []);
  const words = [...SITE_WORDS, ...names, ...names.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u))];
  return words.map((word) => toPlainLetters(word).toLowerCase()).filter((word) => word.length >= SHORTEST_WORD);
}
