import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderAt, toastText } from '../../testing/render.tsx';
import { Toaster } from '../toast/Toaster.tsx';
import { useBusy } from './useBusy.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function Save({ work }: { work: () => Promise<void> }) {
  const { run } = useBusy();
  return (
    <button type="button" onClick={() => run(work, 'Couldn’t save this. Try again.')}>
      Save
    </button>
  );
}

/** Presses the button, and shows or removes its toast, but not one whose time is over. */
const press = () =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await jest.advanceTimersByTimeAsync(0);
  });

test('the toast of a failure goes when the work is tried again', async () => {
  const tries = [() => Promise.reject(new Error('Away')), () => Promise.resolve()];
  renderAt(
    <>
      <Save work={() => tries.shift()?.() ?? Promise.resolve()} />
      <Toaster />
    </>,
  );
  await press();
  expect(toastText()).toContain('Couldn’t save this. Try again.');

  await press();

  expect(toastText()).toBe('');
});
