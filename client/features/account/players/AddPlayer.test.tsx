import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '../../../testing/render.tsx';
import { AddPlayer } from './AddPlayer.tsx';

test.each([true, false])(
  'the form has the focus, and its button has it again afterwards: first player %p',
  async (isFirst) => {
    renderAt(<AddPlayer isFirst={isFirst} onCreated={() => undefined} />);

    await userEvent.click(screen.getByRole('button', { name: 'Add a player' }));
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Player' }));

    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a player' }));
  },
);
