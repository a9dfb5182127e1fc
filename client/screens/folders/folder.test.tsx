import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { families, familyKeys } from '../../../common/families.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { bensFolder, serveLists } from '../../testing/lists.ts';
import { renderAt } from '../../testing/render.tsx';
import { ana, idOf, sampleFolder } from '../../testing/samples.ts';
import { FolderScreen } from './FolderScreen.tsx';

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
});

describe.each(familyKeys)('as a %s', (key) => {
  const family = families[key];
  const { lists } = family.api;
  const serve = (own: Folder[], others: Folder[] = []) => serveLists(api, family, own, others);

  test('a missing list opens when it is shared', async () => {
    api.on(`GET ${lists}/${idOf(101)}`, failure(404, 'not_found'));
    api.on(`GET ${lists}/${idOf(101)}/items`, failure(404, 'not_found'));
    renderAt(
      <Routes>
        <Route path={`${family.screenPath}/:id`} element={<FolderScreen family={family} />} />
      </Routes>,
      { at: `${family.screenPath}/${idOf(101)}` },
    );
    await screen.findByText(`${family.Noun} Not Found`);

    serve([], [bensFolder()]);
    act(() => useFolders.getState().applyAvailable(bensFolder()));

    expect(await screen.findByText(`This ${family.noun} is empty`)).toBeTruthy();
  });

  test('an empty list links to Discover and a filtered one shows the total', async () => {
    serve([sampleFolder({ itemCount: 0 })]);
    const at = `${family.screenPath}/${sampleFolder().id}`;
    const routes = (
      <Routes>
        <Route path={`${family.screenPath}/:id`} element={<FolderScreen family={family} />} />
      </Routes>
    );
    const { unmount } = renderAt(routes, { at });
    expect(await screen.findByRole('link', { name: 'Browse Content' })).toBeTruthy();
    unmount();
    renderAt(routes, { at: `${at}?filter=tv` });

    expect(screen.getByText('of 0 total')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'TV Shows' }).checked).toBe(true);
  });
});
