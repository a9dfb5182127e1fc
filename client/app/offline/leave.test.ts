import { beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import 'fake-indexeddb/auto';
import { readThisBrowser } from '../../features/notices/thisBrowser.ts';
import { chooseKeeping, setPushChannel } from '../../features/offline/keeping.ts';
import { finishSignOut } from '../../lib/http/signOut.ts';
import { stubApi } from '../../testing/api.ts';
import { type FakePush, fakePush } from '../../testing/push.ts';
import { ana, ben, idOf } from '../../testing/samples.ts';
import { startSession } from '../session.ts';
import { enter } from './enter.ts';
import { forgetAllBut, wipeDevice } from './leave.ts';

let push: FakePush;
beforeEach(async () => {
  stubApi();
  push = fakePush();
  push.shown.push('Ben added Heat to Friday nights', 'Ben added Alien to Friday nights');
  await push.subscribe();
  setPushChannel(CHANNEL);
});

const CHANNEL = idOf(700);

test.each([
  ['the session has ended', () => forgetAllBut(ana.id)],
  ['the session has ended on a device that keeps no lists', endOnDeviceWithoutLists],
  ['another person signs in', () => enter(ana.id, { ...ben, isOperator: false, rev: 1 })],
  ['the person signs out, also if the device keeps no lists', signOut],
])('a browser shows no notifications of a person any more when %s', async (_what, leave) => {
  await leave();

  await waitFor(() => expect(push).toMatchObject({ subscription: null, shown: [] }));
  expect(JSON.stringify({ ...localStorage })).not.toContain(CHANNEL);
});

test('a person who stays gets notifications when the device keeps no lists any more', async () => {
  await wipeDevice();

  expect(push.subscription).not.toBeNull();
  expect(push.shown).toHaveLength(2);
  expect(await readThisBrowser()).toMatchObject({ channelId: CHANNEL });
});

async function endOnDeviceWithoutLists(): Promise<void> {
  chooseKeeping(false);
  document.documentElement.setAttribute('data-visitor', '');
  startSession();
}

async function signOut(): Promise<void> {
  await endOnDeviceWithoutLists();
  await finishSignOut();
}
