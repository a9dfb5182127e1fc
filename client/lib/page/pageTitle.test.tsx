import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { useDialogTitle, usePageTitle } from './pageTitle.ts';

function Screen({ title }: { title: string | undefined }) {
  usePageTitle(title);
  return null;
}

function Dialog({ title }: { title: string | undefined }) {
  useDialogTitle(title);
  return null;
}

test('the tab has the title of the open dialog, and of the screen when it is closed', () => {
  const { rerender } = render(<Screen title="My List" />);
  expect(document.title).toBe('My List · Marquee');

  rerender(
    <>
      <Screen title="My List" />
      <Dialog title={undefined} />
    </>,
  );
  expect(document.title).toBe('My List · Marquee');

  rerender(
    <>
      <Screen title="My List" />
      <Dialog title="Heat" />
    </>,
  );
  expect(document.title).toBe('Heat · Marquee');

  rerender(<Screen title="My List" />);
  expect(document.title).toBe('My List · Marquee');
});

test('a screen that arrives under an open dialog leaves the title to it', () => {
  const { rerender } = render(<Dialog title="Heat" />);

  rerender(
    <>
      <Dialog title="Heat" />
      <Screen title="Discover" />
    </>,
  );

  expect(document.title).toBe('Heat · Marquee');
});
