import unhomoglyph from 'unhomoglyph';
import { REVIEWED_NAME } from '../../../../common/constants.ts';

/** Look-alikes that are missing in Unicode's list of confusables, and characters that are used in place of letters. */
const lookAlikes: Record<string, string> = {
  ʀ: 'r',
  є: 'e',
  ꞓ: 'e',
  ε: 'e',
  ɛ: 'e',
  ᴇ: 'e',
  ǝ: 'e',
  '3': 'e',
  ω: 'w',
  ш: 'w',
  ᴅ: 'd',
  l: 'i',
  '|': 'i',
};
const lookAlike = new RegExp(`[${Object.keys(lookAlikes).join('')}]`, 'g');

/** The skeleton of a name (as in Unicode's UTS 39). Names with the same skeleton look alike. */
function skeletonOf(name: string): string {
  const base = name.normalize('NFKD').replace(/\p{M}/gu, '');
  const plain = unhomoglyph(unhomoglyph(base).toLowerCase())
    .replace(/vv/g, 'w')
    .replace(/cl/g, 'd')
    .replace(lookAlike, (letter) => lookAlikes[letter] ?? letter);
  return plain.replace(/[\s\p{P}]/gu, '');
}

/** True for the name of the Reviewed list, and for every name that looks like it. */
export function isReservedName(name: string): boolean {
  return skeletonOf(name) === skeletonOf(REVIEWED_NAME);
}
