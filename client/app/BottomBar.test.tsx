import { expect, test } from '@jest/globals';
import { RemoveScroll } from '@mantine/core';
import { screen } from '@testing-library/react';
import { renderAt } from '../testing/render.tsx';
import { BottomBar } from './BottomBar.tsx';

test('The bottom bar names itself to what holds the page still under dialogs', () => {
  renderAt(<BottomBar />);

  const bar = screen.getByRole('navigation', { name: 'Primary' });
  expect(bar.className.split(' ')).toContain(RemoveScroll.classNames.zeroRight);
});
