import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { deferred } from '../testing/api.ts';
import { createLiveList } from './createLiveList.ts';
import { resetStores } from './createStore.ts';
import { ApiError } from './http/http.ts';

const [noir, comedy] = ['noir', 'comedy'];
let asked: string[];
let answer: (key: string) => Promise<string[]>;

const titles = createLiveList<string[]>({
  load(key, family) {
    asked.push(`${family} ${key}`);
    return answer(key);
  },
});
const add = (title: string) => (known?: string[]) => known && [...known.filter((one) => one !== title), title];
const settled = (load: Promise<void>) => load.then(() => 'loaded').catch((error: unknown) => error);

beforeEach(() => {
  asked = [];
  answer = async () => ['Laura'];
});

describe('a load', () => {
  test('is shared while it runs, and asks again afterwards', async () => {
    expect(titles.get(noir)).toBeUndefined();

    await Promise.all([titles.load(noir, 'category'), titles.load(noir)]);
    expect(titles.get(noir)).toEqual(['Laura']);
    await titles.load(noir);

    expect(asked).toEqual(['category noir', 'folder noir']);
  });

  test('that fails keeps what is known', async () => {
    await titles.load(noir);
    const failure = new Error('offline');
    answer = () => Promise.reject(failure);

    expect(await settled(titles.load(noir))).toBe(failure);

    expect(titles.get(noir)).toEqual(['Laura']);
  });

  test('that is answered after sign-out is dropped', async () => {
    const late = deferred<string[]>();
    answer = () => late.promise;
    const load = titles.load(noir);

    resetStores();
    late.resolve(['Laura']);
    await load;

    expect(titles.get(noir)).toBeUndefined();
  });
});

describe('a change', () => {
  test('is applied to what is loaded, of its key only', async () => {
    await Promise.all([titles.load(noir), titles.load(comedy)]);

    titles.apply(noir, add('Gilda'));

    expect(titles.get(noir)).toEqual(['Laura', 'Gilda']);
    expect(titles.get(comedy)).toEqual(['Laura']);
  });

  test('to what is not loaded can leave it so', () => {
    titles.apply(noir, add('Gilda'));

    expect(titles.get(noir)).toBeUndefined();
  });

  test.each([
    ['older', ['Laura'], ['Laura', 'Gilda']],
    ['newer', ['Gilda', 'Laura'], ['Laura', 'Gilda']],
  ])('during a load is in the list although the answer is %s', async (_age, answered, shown) => {
    answer = async () => {
      titles.apply(noir, add('Gilda'));
      return answered;
    };

    await titles.load(noir);

    expect(titles.get(noir)).toEqual(shown);
  });
});

describe('a refresh', () => {
  test('loads everything that is loaded again', async () => {
    await Promise.all([titles.load(noir), titles.load(comedy)]);
    answer = async (key) => [key];

    await titles.refresh();

    expect([titles.get(noir), titles.get(comedy)]).toEqual([[noir], [comedy]]);
  });

  test.each([
    [403, undefined],
    [404, undefined],
    [503, ['Laura']],
  ])('that is answered with %d leaves %j', async (status, left) => {
    await titles.load(noir);
    answer = () => Promise.reject(new ApiError(status, ''));

    await titles.refresh();

    expect(titles.get(noir)).toEqual(left);
  });

  test('is newer than a load that was running, which may have missed events', async () => {
    const before = deferred<string[]>();
    const after = deferred<string[]>();
    const answers = [before.promise, after.promise];
    answer = () => answers.shift()!;
    const load = titles.load(noir);
    const refresh = titles.refresh();

    after.resolve(['Gilda']);
    await refresh;
    before.resolve(['Laura']);
    await load;

    expect(titles.get(noir)).toEqual(['Gilda']);
  });
});

test('a refresh of one key loads it alone, and only if it was loaded before', async () => {
  await Promise.all([titles.load(noir), titles.load(comedy)]);
  asked = [];

  await Promise.all([titles.refresh(noir), titles.refresh('western')]);

  expect(asked).toEqual(['folder noir']);
});

test('a component knows when a load has failed, and the next refresh loads it', async () => {
  function Titles() {
    const shown = titles.useLoaded(noir);
    return <p>{titles.useFailure(noir) ? 'failed' : (shown?.join(', ') ?? 'not loaded')}</p>;
  }
  answer = () => Promise.reject(new Error('offline'));
  render(<Titles />);
  expect(await screen.findByText('failed')).toBeTruthy();

  answer = async () => ['Laura'];
  await act(() => titles.refresh());

  expect(screen.getByText('Laura')).toBeTruthy();
});

test('a component loads what it shows, and shows changes', async () => {
  function Titles() {
    return <p>{titles.useLoaded(noir, 'folder')?.join(', ') ?? 'not loaded'}</p>;
  }
  render(<Titles />);
  expect(screen.getByText('not loaded')).toBeTruthy();
  expect(await screen.findByText('Laura')).toBeTruthy();

  act(() => titles.apply(noir, add('Gilda')));

  expect(screen.getByText('Laura, Gilda')).toBeTruthy();
});
