import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '../../testing/render.tsx';
import { ConfirmedButton } from './ConfirmedButton.tsx';

test('the work is done when it is confirmed, and not asked for again while it runs', async () => {
  let finish = () => {};
  const work = jest.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  renderAt(
    <ConfirmedButton label="Revoke" name="Revoke Phone" title="Revoke this?" work={work} failure="Couldn’t revoke it.">
      It stops working at once.
    </ConfirmedButton>,
  );
  const button = screen.getByRole('button', { name: 'Revoke Phone' });
  await userEvent.click(button);
  expect(work).not.toHaveBeenCalled();

  await userEvent.click(await screen.findByRole('button', { name: 'Revoke' }));
  await userEvent.click(button);
  expect(screen.queryByText('Revoke this?')).toBeNull();
  finish();

  expect(work).toHaveBeenCalledTimes(1);
});
