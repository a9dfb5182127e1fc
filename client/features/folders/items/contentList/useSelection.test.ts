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

describe('the selection', () => {
  test('toggles single items', () => {
    const list = select(['a', 'b', 'c']);

    for (const key of ['a', 'c', 'a']) list.press(key);

    expect(list.chosen()).toBe('c');
  });

  test('selects and deselects a range with Shift, in both directions', () => {
    const list = select(['a', 'b', 'c', 'd', 'e']);

    list.press('d');
    list.press('b', true);
    expect(list.chosen()).toBe('bcd');
    list.press('c', true);

    expect(list.chosen()).toBe('d');
  });

  test('selects all, then deselects all', () => {
    const list = select(['a', 'b']);
    list.press('a');

    list.pressAll();
    expect(list.chosen()).toBe('ab');
    list.pressAll();

    expect(list.chosen()).toBe('');
  });

  test('drops items that someone else removed', () => {
    const list = select(['a', 'b', 'c']);
    list.pressAll();

    list.show(['a', 'c']);

    expect(list.chosen()).toBe('ac');
  });
});
