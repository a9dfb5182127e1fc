import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { lossText } from './useLeaveWhenLost.ts';

test.each([
  ['removed', '"أفلامي!" is no longer shared with you'],
  ['deleted', '"أفلامي!" was deleted'],
  ['left', 'You left "أفلامي!"'],
] as const)('says why a list was lost, with its name on its own: %s', (reason, text) => {
  const { container } = render(<p>{lossText({ name: 'أفلامي!', reason })}</p>);

  expect(container.textContent).toBe(text);
  expect(container.querySelector('bdi')?.textContent).toBe('أفلامي!');
});
