import { expect, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { renderAt } from '../testing/render.tsx';
import { lazyDialog, preloadDialogs } from './lazyDialog.tsx';
import { useToasts } from './toast.ts';

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

test('a dialog whose code does not come closes with a toast, leaves the screen, and opens once it can', async () => {
  let isOnline = false;
  const Dialog = lazyDialog(async () => {
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module');
    return Hello;
  });
  renderAt(<Opener Dialog={Dialog} />);

  await open();
  expect(useToasts.getState().current).toMatchObject({ title: 'Error', variant: 'destructive' });
  expect(screen.getByRole('button', { name: 'Open' })).toBeTruthy();

  isOnline = true;
  await open();
  expect(screen.getByText('Hello')).toBeTruthy();
});

test('what is fetched ahead is fetched once, and one that fails keeps back no other', async () => {
  const fetched: string[] = [];
  lazyDialog<object>(async () => {
    fetched.push('first');
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  lazyDialog(async () => {
    fetched.push('second');
    return Hello;
  });

  await preloadDialogs();
  await preloadDialogs();

  expect(fetched).toEqual(['first', 'second']);
});

test('what was fetched ahead leaves no hints in the page', async () => {
  document.head.innerHTML = '<link rel="modulepreload" href="/a.js"><link rel="stylesheet" href="/a.css">';

  await preloadDialogs();

  expect([...document.head.querySelectorAll('link')].map((link) => link.rel)).toEqual(['stylesheet']);
});
