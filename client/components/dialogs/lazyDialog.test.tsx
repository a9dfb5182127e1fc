import { expect, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { renderAt } from '../../testing/render.tsx';
import { Toaster } from '../toast/Toaster.tsx';
import { lazyDialog, preloadDialogs } from './lazyDialog.tsx';

const Hello = () => <p>Hello</p>;

function Opener({ Dialog }: { Dialog: ComponentType<{ onClose: () => void }> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {isOpen ? 'Opened' : 'Open'}
      </button>
      {isOpen && <Dialog onClose={() => setOpen(false)} />}
    </>
  );
}

const open = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Open' })));

test('a dialog whose code fails to load closes with a toast, keeps the screen, and opens on a later attempt', async () => {
  let isOnline = false;
  const Dialog = lazyDialog(async () => {
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module');
    return { Hello };
  }, 'Hello');
  renderAt(
    <>
      <Opener Dialog={Dialog} />
      <Toaster />
    </>,
  );

  await open();
  expect(screen.getByText('Error').closest('[data-variant="destructive"]')).not.toBeNull();
  expect(screen.getByRole('button', { name: 'Open' })).toBeTruthy();

  isOnline = true;
  await open();
  expect(screen.getByText('Hello')).toBeTruthy();
});

test('a dialog whose code has been prefetched opens at once', async () => {
  const Dialog = lazyDialog(async () => ({ Hello }), 'Hello');
  await preloadDialogs();
  renderAt(<Opener Dialog={Dialog} />);

  fireEvent.click(screen.getByRole('button', { name: 'Open' }));

  expect(screen.getByText('Hello')).toBeTruthy();
});

test('prefetching loads each chunk once, and one failure does not stop the others', async () => {
  const fetched: string[] = [];
  lazyDialog(async (): Promise<{ Hello: typeof Hello }> => {
    fetched.push('first');
    throw new TypeError('Failed to fetch dynamically imported module');
  }, 'Hello');
  lazyDialog(async () => {
    fetched.push('second');
    return { Hello };
  }, 'Hello');

  await preloadDialogs();
  await preloadDialogs();

  expect(fetched).toEqual(['first', 'second']);
});

test('prefetching leaves no preload hints in the page', async () => {
  document.head.innerHTML = '<link rel="modulepreload" href="/a.js"><link rel="stylesheet" href="/a.css">';

  await preloadDialogs();

  expect([...document.head.querySelectorAll('link')].map((link) => link.rel)).toEqual(['stylesheet']);
});
