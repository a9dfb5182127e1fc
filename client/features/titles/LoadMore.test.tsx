import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { renderAt } from '../../testing/render.tsx';
import { LoadMore } from './LoadMore.tsx';

test('says that the next page did not come, until it does', async () => {
  const answers = [{ isFetchNextPageError: true, error: new Error('away') }, { isFetchNextPageError: false }];
  const fetchNextPage = jest.fn(async () => answers.shift() as never);
  renderAt(
    <>
      <LoadMore shelf={{ hasNextPage: true, isFetchingNextPage: false, fetchNextPage }} noun="movies" />
      <Toaster />
    </>,
    { at: '/' },
  );
  const button = screen.getByRole('button', { name: 'Load More' });

  await userEvent.click(button);
  await screen.findByText('Failed to fetch movies');
  await userEvent.click(button);

  expect(screen.queryByText('Failed to fetch movies')).toBeNull();
});
