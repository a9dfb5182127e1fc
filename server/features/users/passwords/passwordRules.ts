import { readFileSync } from 'node:fs';
import type { Contact } from '../../../../common/schemas/user.ts';
import { bundledFile } from '../../../platform/bundledFile.ts';
import { invalid } from '../../../platform/http/errors.ts';

/** The user who chooses a password, as far as known. */
export type PasswordOwner = Pick<Contact, 'email'> & Partial<Pick<Contact, 'firstName' | 'lastName' | 'username'>>;

const COMMON = 'Too many people use this password. Choose another one.';
const PERSONAL = 'Too easy to guess: it is made of your name, your email address or the name of this site.';
const SAME = 'Choose another password than the current one';

/** Throws validation at the field `path` when a new password is easy to guess. The length is the schema's concern. */
export function requireGoodPassword(path: string, password: string, owner: PasswordOwner): void {
  const message = problemOf(password, owner);
  if (message) throw invalid([{ path, message }]);
}

/** Throws validation at the field `path` when the new password is the old one. */
export function requireOtherPassword(path: string, password: string, old: string, message = SAME): void {
  if (password === old) throw invalid([{ path, message }]);
}

/** Why a password is easy to guess, or null. */
export function problemOf(password: string, owner: PasswordOwner): string | null {
  const text = password.toLowerCase();
  if (isCommon(text)) return COMMON;
  const rest = contextWords(owner).reduce((left, word) => left.replaceAll(word, ''), text);
  const isPersonal = rest !== text && (rest.length < LEAST_REST || isCommon(rest));
  return isPersonal ? PERSONAL : null;
}

/** How many characters a password needs besides the words that everyone can know about its owner. */
const LEAST_REST = 8;
const SHORTEST_WORD = 3;

/** Words that an attacker would try first, the longest first. */
function contextWords({ email, firstName, lastName, username }: PasswordOwner): string[] {
  const names = [firstName, lastName, username].flatMap((name) => name ?? []);
  const words = ['marquee', ...names, ...names.flatMap(partsOf), ...partsOf(email)].map((word) => word.toLowerCase());
  return [...new Set(words)].filter((word) => word.length >= SHORTEST_WORD).sort((a, b) => b.length - a.length);
}

const partsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u);

/** A common password, also with a few digits and signs around it. */
function isCommon(text: string): boolean {
  common ??= readCommon();
  const core = text.replace(/^[^\p{L}]{1,2}/u, '').replace(/[^\p{L}]{1,4}$/u, '');
  return common.has(text) || common.has(core);
}

let common: ReadonlySet<string> | undefined;

/**
 * The 10,000 commonest passwords, and those of at least ten characters among the next 40,000, in lower case. From the package
 * @zxcvbn-ts/language-common 4.1.3 (MIT; copyright 2012-2016 Dan Wheeler and Dropbox, Inc., 2021 @zxcvbn-ts).
 */
function readCommon(): ReadonlySet<string> {
  const file = bundledFile('server/features/users/passwords/commonPasswords.txt');
  return new Set(readFileSync(file, 'utf8').trimEnd().split('\n'));
}
