import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** The time of the estimate grows with the square of the length, so it reads no more: at most 50 ms. */
export const READ_CHARACTERS = 32;

/** Estimates how many guesses a password takes. Takes 16 MB of memory, so it is loaded when the first password is chosen. */
export const estimator = new ZxcvbnFactory({
  dictionary: { passwords: dictionary['passwords-common'] },
  graphs: adjacencyGraphs,
  maxLength: READ_CHARACTERS,
  l33tMaxSubstitutions: 32,
});
