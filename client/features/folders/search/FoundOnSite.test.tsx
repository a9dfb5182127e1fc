import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FoundList } from '../../../../common/schemas/folder.ts';
import { type ApiStub, failure, stubApi } from '../../../testing/api.ts';
import { renderAt } from '../../../testing/render.tsx';
import { ana, ben, idOf, publicUser, sampleUser } from '../../../testing/samples.ts';
import { useUsers } from '../../users/users.store.ts';
import { FoundOnSite } from './FoundOnSite.tsx';

const SEARCH = 'GET /api/folders/search';
const PEOPLE = 'GET /api/users/search';

let api: ApiStub;
beforeEach(() => {
  api = stubApi({ [SEARCH]: { body: [] }, [PEOPLE]: { body: [] } });
  useUsers.getState().applyViewer(ana);
});

const found = (n: number, owner = ana, isMember = owner === ana): FoundList => ({
  id: idOf(n),
  name: `Rainy ${n}`,
  itemCount: n,
  owner: publicUser(owner),
  isMember,
});

test('shows the matching lists, then the people, each with a link', async () => {
  api.on(SEARCH, { body: [found(1), found(2, ben, true), found(3, ben)] });
  api.on(PEOPLE, { body: [sampleUser(5, 'Rainer')] });

  renderAt(<FoundOnSite query="rain" />);

  const lists = within(await screen.findByRole('region', { name: 'Lists found' }));
  const linkOf = (name: RegExp) => lists.getByRole('link', { name }).getAttribute('href');
  expect(linkOf(/^Rainy 1 ?1 title · Yours$/)).toBe(`/folder/${idOf(1)}`);
  expect(linkOf(/^Rainy 2 ?2 titles · Shared by Ben$/)).toBe(`/folder/${idOf(2)}`);
  expect(linkOf(/^Rainy 3 ?3 titles · Ben$/)).toBe(`/users/${ben.id}/folders/${idOf(3)}`);
  const regions = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
  expect(regions).toEqual(['Lists found', 'People found']);
  expect(screen.getByRole('link', { name: /^Rainer/ }).getAttribute('href')).toBe(`/users/${idOf(5)}`);
  expect(api.requests.map(({ query }) => query.get('q'))).toEqual(['rain', 'rain']);
});

test('shows six of each kind, and the others on request', async () => {
  api.on(SEARCH, { body: [1, 2, 3, 4, 5, 6, 7].map((n) => found(n)) });
  renderAt(<FoundOnSite query="rain" />);
  await screen.findByRole('region', { name: 'Lists found' });
  expect(screen.getAllByRole('link')).toHaveLength(6);

  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));

  expect(screen.getAllByRole('link')).toHaveLength(7);
});

test('says that the search failed, and tries again', async () => {
  api.on(SEARCH, failure(503, 'unavailable'));
  renderAt(<FoundOnSite query="rain" />);
  await screen.findByText('Couldn’t search lists and people.');
  api.on(SEARCH, { body: [found(1)] });

  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByRole('link', { name: /^Rainy 1/ })).toBeTruthy();
});
