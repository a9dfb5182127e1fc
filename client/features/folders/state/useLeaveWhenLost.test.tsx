import { expect, test } from '@jest/globals';
import { act, render, renderHook } from '@testing-library/react';
import { Toaster } from '../../../components/toast/Toaster.tsx';
import { renderAt, toastText } from '../../../testing/render.tsx';
import { useFolders } from './folder.store.ts';
import { lossText, useWhenLost } from './useLeaveWhenLost.ts';

test.each([
  ['removed', '"أفلامي!" is no longer shared with you'],
  ['deleted', '"أفلامي!" was deleted'],
  ['left', 'You left "أفلامي!"'],
] as const)('says why a list was lost, with its name on its own: %s', (reason, text) => {
  const { container } = render(<p>{lossText({ name: 'أفلامي!', reason })}</p>);

  expect(container.textContent).toBe(text);
  expect(container.querySelector('bdi')?.textContent).toBe('أفلامي!');
});

test('a list that is lost is left once, with a toast', () => {
  let left = 0;
  const onLost = () => {
    left += 1;
  };
  renderAt(<Toaster />);
  renderHook(() => useWhenLost('1', onLost));
  expect(left).toBe(0);
  const loss = { name: 'Noir', reason: 'deleted' } as const;

  act(() => useFolders.setState({ losses: { 1: loss, 2: loss } }));

  expect([left, toastText()]).toEqual([1, expect.stringContaining('"Noir" was deleted')]);
  expect(useFolders.getState().losses).toEqual({ 2: loss });
});
