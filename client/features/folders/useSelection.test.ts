import { describe, expect, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useSelection } from './useSelection.ts';

function select(keys: string[]) {
  const hook = renderHook((props: { keys: string[] }) => useSelection(props.keys), { initialProps: { keys } });
  return {
    press: (key: string, isRange = false) => act(() => hook.result.current.toggle(key, isRange)),
    pressAll: () => act(() => hook.result.current.toggleAll()),
    show: (next: string[]) => hook.rerender({ keys: next }),
    chosen: () => [...hook.result.current.selected].join(''),
  };
}

describe('choosing several', () => {
  test('is one by one, on and off', () => {
    const list = select(['a', 'b', 'c']);

    for (const key of ['a', 'c', 'a']) list.press(key);

    expect(list.chosen()).toBe('c');
  });

  test('with Shift takes everything between, in both directions, and lets it go alike', () => {
    const list = select(['a', 'b', 'c', 'd', 'e']);

    list.press('d');
    list.press('b', true);
    expect(list.chosen()).toBe('bcd');
    list.press('c', true);

    expect(list.chosen()).toBe('d');
  });

  test('all of them takes what is missing, then lets go of all', () => {
    const list = select(['a', 'b']);
    list.press('a');

    list.pressAll();
    expect(list.chosen()).toBe('ab');
    list.pressAll();

    expect(list.chosen()).toBe('');
  });

  test('forgets what somebody else took out meanwhile', () => {
    const list = select(['a', 'b', 'c']);
    list.pressAll();

    list.show(['a', 'c']);

    expect(list.chosen()).toBe('ac');
  });
});
