import { createElement, Fragment, type ReactNode } from 'react';

/**
 * A sentence with names in it, as a template: withNames`You left "${name}"`. Each name is isolated, so that one that is
 * written from right to left does not turn the words around it.
 */
export function withNames(words: TemplateStringsArray, ...names: readonly string[]): ReactNode {
  const parts = words.flatMap((word, index) => {
    const name = names[index];
    return name === undefined ? [word] : [word, createElement('bdi', { key: index }, name)];
  });
  return createElement(Fragment, null, ...parts);
}
