import { beforeEach, expect, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { queryClient } from '../../../lib/query.ts';
import { type ApiStub, deferred, type StubAnswer, stubApi } from '../../../testing/api.ts';
import { idOf } from '../../../testing/samples.ts';
import { useBallot } from './useBallot.ts';

const pollId = idOf(10);
const READ = `GET /api/polls/${pollId}/ballot`;
const SAVE = `PUT /api/polls/${pollId}/ballot`;
const ballot = (over: object = {}) => ({ body: { pollId, marks: {}, veto: null, isReady: false, ...over } });
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
let api: ApiStub;

beforeEach(() => {
  api = stubApi({ [READ]: ballot(), [SAVE]: ballot() });
});

const show = () =>
  renderHook(({ isReady }) => useBallot(pollId, isReady), { wrapper, initialProps: { isReady: false } });
const saved = () => api.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);

test('a mark is shown at once and saved, and an older answer does not take it away', async () => {
  const { result } = show();
  await waitFor(() => expect(result.current).toBeDefined());
  const late = deferred<StubAnswer>();
  api.on(READ, () => late.promise);
  void queryClient.invalidateQueries();

  act(() => result.current?.mark('movie:1', 2));
  late.resolve(ballot());
  await act(() => new Promise((resolve) => setTimeout(resolve)));

  expect(result.current?.marks).toEqual({ 'movie:1': 2 });
  expect(saved()).toEqual([{ marks: { 'movie:1': 2 }, veto: null, isReady: false }]);
});

test('marks set one right after the other are all kept', async () => {
  const { result } = show();
  await waitFor(() => expect(result.current).toBeDefined());

  act(() => {
    result.current?.mark('movie:1', 2);
    result.current?.mark('movie:2', 0);
    result.current?.setVeto('movie:3');
  });

  await waitFor(() =>
    expect(saved().at(-1)).toEqual({ marks: { 'movie:1': 2, 'movie:2': 0 }, veto: 'movie:3', isReady: false }),
  );
});

test('what was voted in another tab is loaded when that tab is done, and kept when the vote goes on', async () => {
  const { result, rerender } = show();
  await waitFor(() => expect(result.current).toBeDefined());

  api.on(READ, ballot({ marks: { 'movie:2': 0 }, isReady: true }));
  rerender({ isReady: true });
  await waitFor(() => expect(result.current?.marks).toEqual({ 'movie:2': 0 }));
  act(() => result.current?.setReady(false));
  api.on(READ, () => new Promise(() => undefined));
  rerender({ isReady: false });
  act(() => result.current?.setVeto('movie:3'));

  await waitFor(() => expect(saved().at(-1)).toEqual({ marks: { 'movie:2': 0 }, veto: 'movie:3', isReady: false }));
});

test('a vote that another tab takes up again is not ended by a mark before the ballot is loaded', async () => {
  const { result, rerender } = show();
  await waitFor(() => expect(result.current).toBeDefined());
  api.on(READ, ballot({ marks: { 'movie:2': 0 }, isReady: true }));
  rerender({ isReady: true });
  await waitFor(() => expect(result.current?.marks).toEqual({ 'movie:2': 0 }));

  api.on(READ, () => new Promise(() => undefined));
  rerender({ isReady: false });
  act(() => result.current?.mark('movie:1', 2));

  await waitFor(() => expect(saved()).toEqual([{ marks: { 'movie:1': 2, 'movie:2': 0 }, veto: null, isReady: false }]));
});
