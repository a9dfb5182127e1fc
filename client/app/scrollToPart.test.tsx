import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import { renderAt } from '../testing/render.tsx';
import { useScrollToPart } from './useScrollToPart.ts';

function Screens() {
  useScrollToPart();
  return (
    <Routes>
      <Route path="/" element={<Link to="/account#feeds">Feeds</Link>} />
      <Route path="/account" element={<section id="feeds" aria-label="Feeds" />} />
    </Routes>
  );
}

test('a link to a part of a screen scrolls to it', async () => {
  renderAt(<Screens />, { at: '/' });
  const scrolled = jest.fn();
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolled(this);
  };

  await userEvent.click(screen.getByRole('link', { name: 'Feeds' }));

  const feeds = await screen.findByRole('region', { name: 'Feeds' });
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith(feeds));
});
