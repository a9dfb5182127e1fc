import { expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSession } from '../features/account/session.store.ts';
import { useConfig } from '../features/titles/config.store.ts';
import { failure, stubApi } from '../testing/api.ts';
import { addressOf, renderAt } from '../testing/render.tsx';
import { ana, sampleConfig } from '../testing/samples.ts';
import { Gate } from './Gate.tsx';
import { startSession } from './session.ts';

test.each([
  ['on request', () => userEvent.click(screen.getByRole('button', { name: 'Try again' }))],
  ['when the device is back online', async () => act(() => void dispatchEvent(new Event('online')))],
])(
  'a server that is away for a moment sends no one to the sign-in page, and is asked again %s',
  async (_when, askAgain) => {
    const api = stubApi({
      'GET /api/config': failure(503, 'unavailable'),
      'GET /api/auth/user': failure(503, 'unavailable'),
    });
    startSession();
    renderAt(<Gate />, { at: '/my-list' });
    await screen.findByRole('heading', { name: 'Couldn’t load Marquee' });
    expect(screen.getByText('Something went wrong on our side. Please try again.')).toBeTruthy();
    expect(addressOf()).toBe('/my-list');
    api.on('GET /api/config', { body: sampleConfig });
    api.on('GET /api/auth/user', { body: ana });

    // The screen of a member loads too much for this test: what counts is that the person is known.
    await askAgain();

    expect(useSession.getState().status).not.toBe('signedOut');
    expect(api.calls.filter((call) => call === 'GET /api/auth/user')).toHaveLength(2);
    expect(useConfig.getState().config).toEqual(sampleConfig);
  },
);
