import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster } from '../../../components/toast/Toaster.tsx';
import { type ApiStub, failure, stubApi } from '../../../testing/api.ts';
import { renderAt } from '../../../testing/render.tsx';
import { sampleConfig } from '../../../testing/samples.ts';
import { useConfig } from '../config.store.ts';
import { RequestButton } from './RequestButton.tsx';

let api: ApiStub;
beforeEach(() => {
  api = stubApi();
});

function show(hasRequests = true) {
  useConfig.setState({ config: { ...sampleConfig, hasRequests } });
  renderAt(
    <>
      <RequestButton title={{ mediaType: 'tv', tmdbId: 1399 }} />
      <Toaster />
    </>,
    { at: '/' },
  );
}

test('asks for a title, says why that failed, and then how far it is', async () => {
  api.on('GET /api/requests/tv/1399', { body: { state: 'none' } });
  api.on('POST /api/requests', failure(502, 'upstream', 'Seerr did not answer. Try again in a moment.'));
  show();
  const button = await screen.findByRole('button', { name: 'Request in Seerr' });
  await userEvent.click(button);
  await screen.findByText('Seerr did not answer. Try again in a moment.');

  api.on('POST /api/requests', { body: { state: 'requested' } });
  await userEvent.click(button);

  expect(await screen.findByRole('button', { name: 'Requested in Seerr' })).toHaveProperty('disabled', true);
  expect(api.requests.at(-1)?.body).toEqual({ mediaType: 'tv', tmdbId: 1399 });
});

test('is not there without Seerr, nor for those who may not request titles', async () => {
  show(false);
  expect(api.calls).toEqual([]);
  api.on('GET /api/requests/tv/1399', { body: { state: 'closed' } });

  show();

  await waitFor(() => expect(api.calls).toEqual(['GET /api/requests/tv/1399']));
  expect(screen.queryByRole('button', { name: /Seerr/ })).toBeNull();
});
