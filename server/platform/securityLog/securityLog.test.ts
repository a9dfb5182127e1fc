import { describe, expect, it } from '@jest/globals';
import { signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { SecurityEventModel } from './securityEvent.model.ts';
import { deviceOf } from './securityLog.ts';

describe('the device of a request', () => {
  const device = (agent?: string) => deviceOf({ headers: agent === undefined ? {} : { 'user-agent': agent } });

  it('is the browser and the system', () => {
    expect(device('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe('Firefox on Linux');
    expect(
      device(
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      ),
    ).toBe('Safari on iOS');
  });

  it('is unknown without a name', () => {
    expect(device()).toBeNull();
    expect(device('')).toBeNull();
    expect(device('\u0000')).toBeNull();
  });
});

describe('the entries of an account', () => {
  const server = setUpServer();

  it('begin with its creation and the first sign-in', async () => {
    const ana = await signUp(server, 'Ana');

    const entries = await SecurityEventModel.find({ userId: ana.user.id }).sort({ _id: 1 }).lean();
    expect(entries).toEqual([
      expect.objectContaining({ type: 'account-created', address: '127.0.0.1' }),
      expect.objectContaining({ type: 'sign-in', address: '127.0.0.1' }),
    ]);
  });
});
