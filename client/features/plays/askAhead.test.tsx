import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { resetStores } from '../../lib/createStore.ts';
import { type ApiStub, stubApi } from '../../testing/api.ts';
import { renderAt } from '../../testing/render.tsx';
import { samplePlay } from '../../testing/samples.ts';
import { AheadDialog } from './AheadDialog.tsx';
import { useAheadQuestion } from './askAhead.ts';
import { addPlay } from './play.queries.ts';

const text = 'You watch this with Ana. Mark it anyway?';
const dark = { tmdbId: 70523, mediaType: 'tv', season: 2, episode: 5 } as const;
let api: ApiStub;

beforeEach(() => {
  resetStores();
  api = stubApi({
    'POST /api/plays': ({ body }) =>
      (body as { ahead?: boolean }).ahead
        ? { status: 201, body: samplePlay({ ...dark }) }
        : { status: 409, body: { code: 'watch_ahead', error: text } },
    'GET /api/plays': { body: [] },
  });
});

function Asked() {
  const { text: asked, answer } = useAheadQuestion();
  return asked === null ? null : <AheadDialog text={asked} onAnswer={answer} onClose={() => answer(false)} />;
}

const sent = () => api.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);

test('an episode that others have not reached is marked after a question, which comes once for each show', async () => {
  renderAt(<Asked />);
  const marked = addPlay(dark);

  expect(await screen.findByText(text)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Mark it' }));
  await marked;
  await addPlay({ ...dark, episode: 6 });

  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent()).toEqual([dark, { ...dark, ahead: true }, { ...dark, episode: 6, ahead: true }]);
});

test('nothing is marked when the answer is no, and the next time asks again', async () => {
  renderAt(<Asked />);
  const marked = addPlay(dark).catch((error: Error) => error.constructor.name);

  await screen.findByText(text);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));

  expect(await marked).toBe('Cancelled');
  const again = addPlay(dark).catch(() => 'asked again');
  await screen.findByText(text);
  await userEvent.keyboard('{Escape}');
  expect(await again).toBe('asked again');
  expect(sent()).toEqual([dark, dark]);
});
