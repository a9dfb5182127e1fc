import { describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { announceReachable } from '../../lib/http/reachable.ts';
import { addressOf, renderAt } from '../../testing/render.tsx';
import { PosterCard } from './PosterCard.tsx';

const heat = {
  title: 'Heat',
  posterPath: '/api/art/poster/movie/949-112233',
  releaseDate: '1995-12-15',
  rating: 7.94,
  to: '/?title=movie-949',
};

// React implements pointerenter with pointerover, and jsdom has no PointerEvent.
function hover(container: HTMLElement) {
  fireEvent(container.querySelector('.card') as HTMLElement, new MouseEvent('pointerover', { bubbles: true }));
}

describe('a poster', () => {
  test('shows title, year and rating to one decimal on hover', () => {
    const { container } = renderAt(<PosterCard {...heat} />);
    expect(container.textContent).not.toContain('1995');

    hover(container);

    expect(container.textContent).toContain('Heat');
    expect(container.textContent).toContain('1995');
    expect(container.textContent).toContain('7.9');
  });

  test('shows Unknown without a date and N/A without a rating', () => {
    const { container } = renderAt(<PosterCard {...heat} releaseDate={null} rating={0} />);
    hover(container);

    expect(container.textContent).toContain('Unknown');
    expect(container.textContent).toContain('N/A');
  });

  test('shows No Image without a poster', () => {
    renderAt(<PosterCard {...heat} posterPath={null} />);

    expect(screen.getByText('No Image')).toBeTruthy();
  });

  test('shows No Image if the picture fails to load', () => {
    const { container } = renderAt(<PosterCard {...heat} />);

    fireEvent.error(container.querySelector('img') as HTMLImageElement);

    expect(screen.getByText('No Image')).toBeTruthy();
  });

  test.each([
    ['the device was offline', () => fireEvent(window, new Event('online'))],
    ['the server was away', () => act(announceReachable)],
  ])('loads a picture again that failed while %s', (_case, comeBack) => {
    const { container } = renderAt(<PosterCard {...heat} />);
    fireEvent.error(container.querySelector('img') as HTMLImageElement);

    comeBack();

    expect(container.querySelector('img')).toBeTruthy();
  });

  test('loads a picture again after a while, if the server was away and the live connection stayed', () => {
    jest.useFakeTimers();
    const { container } = renderAt(<PosterCard {...heat} />);
    const picture = () => container.querySelector('img');
    const waits: number[] = [];

    for (let waited = 0; waited < 200; waited += 1) {
      const failed = picture();
      if (failed) {
        fireEvent.error(failed);
        waits.push(waited);
      }
      act(() => jest.advanceTimersByTime(1000));
    }
    jest.useRealTimers();

    expect(waits).toEqual([0, 5, 25, 105]);
  });

  test('opens its link on a click, and only adds on a click on the plus', () => {
    const handleAdd = jest.fn();
    renderAt(<PosterCard {...heat} onAdd={handleAdd} />);

    fireEvent.click(screen.getByRole('button', { name: 'Add Heat to a list' }));
    expect(handleAdd).toHaveBeenCalledTimes(1);
    expect(addressOf()).toBe('/');

    fireEvent.click(screen.getByRole('link', { name: 'Heat (1995)' }));
    expect(addressOf()).toBe('/?title=movie-949');
  });

  test('has a strip on touch screens, where removing takes a menu', async () => {
    const handleRemove = jest.fn();
    const { container } = renderAt(<PosterCard {...heat} hasStrip onAdd={jest.fn()} onRemove={handleRemove} />);
    expect(container.textContent).toContain('19957.9');
    expect(screen.queryByRole('button', { name: /^(Remove|Add)/ })).toBeNull();

    await userEvent.click(screen.getByRole('button', { name: 'Options for Heat' }));
    await screen.findByRole('menuitem', { name: 'Add to another list' });
    expect(handleRemove).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Remove from this list' }));

    expect(handleRemove).toHaveBeenCalledTimes(1);
  });

  test('has the rewatch flag and the rating in its accessible name', () => {
    renderAt(<PosterCard {...heat} isWatched userRating={8} />);

    expect(screen.getByRole('link', { name: 'Heat (1995), on the rewatch list, rated 8 out of 10' })).toBeTruthy();
    expect(screen.getByText('8/10')).toBeTruthy();
  });
});
