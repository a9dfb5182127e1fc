import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import { renderAt } from '../testing/render.tsx';
import { useScrollToPart } from './useScrollToPart.ts';

const scrolled = jest.fn();
beforeEach(() => void scrolled.mockReset());

function Feeds() {
  return (
    <section
      id="feeds"
      aria-label="Feeds"
      ref={(section) => void (section && Object.assign(section, { scrollIntoView: scrolled }))}
    />
  );
}

function Screens() {
  useScrollToPart();
  return (
    <Routes>
      <Route path="/" element={<Link to="/account#feeds">Feeds</Link>} />
      <Route path="/account" element={<Feeds />} />
    </Routes>
  );
}

/** Has the page loaded in this way, as browsers tell it. jsdom does not. */
function loadedBy(type: NavigationTimingType): void {
  class PerformanceNavigationTiming {
    readonly type = type;
  }
  Object.assign(globalThis, { PerformanceNavigationTiming });
  Object.assign(performance, { getEntriesByType: () => [new PerformanceNavigationTiming()] });
}

test('a link to a part of a screen scrolls to it', async () => {
  renderAt(<Screens />, { at: '/' });

  await userEvent.click(screen.getByRole('link', { name: 'Feeds' }));

  await waitFor(() => expect(scrolled).toHaveBeenCalledTimes(1));
});

test.each<[NavigationTimingType, number]>([
  ['navigate', 1],
  ['reload', 0],
  ['back_forward', 0],
])('a page that loads by %s with a part in its address scrolls to it %i times', async (type, times) => {
  loadedBy(type);

  renderAt(<Screens />, { at: '/account#feeds' });

  await screen.findByRole('region', { name: 'Feeds' });
  expect(scrolled).toHaveBeenCalledTimes(times);
});
