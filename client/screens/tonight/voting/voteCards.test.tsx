import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '../../../testing/render.tsx';
import { sampleItem } from '../../../testing/samples.ts';
import { VoteCards } from './VoteCards.tsx';

test.each(['Yes', 'Veto'])('a double tap on "%s" votes on one title', async (name) => {
  const candidates = [1, 2, 3].map((id) => ({ ...sampleItem(id), key: `movie:${id}` }));
  const [mark, setVeto] = [jest.fn(), jest.fn()];
  const ballot = { marks: {}, veto: null, isSaving: false, mark, setVeto, setReady: jest.fn() };
  renderAt(<VoteCards candidates={candidates} ballot={ballot} onDone={jest.fn()} />);

  await userEvent.dblClick(screen.getByRole('button', { name }));

  expect([...mark.mock.calls, ...setVeto.mock.calls]).toEqual([name === 'Yes' ? ['movie:1', 2] : ['movie:1']]);
  expect(screen.getByText('2 of 3')).toBeTruthy();
});
