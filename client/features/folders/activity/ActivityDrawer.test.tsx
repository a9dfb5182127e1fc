import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { families } from '../../../../common/families.ts';
import { createReplica } from '../../../../common/replica/replica.ts';
import { stubApi } from '../../../testing/api.ts';
import { renderAt } from '../../../testing/render.tsx';
import { ana, ben, itemChange, sampleFolder, sampleItem } from '../../../testing/samples.ts';
import { useUsers } from '../../users/users.store.ts';
import { ActivityDrawer } from './ActivityDrawer.tsx';

const folder = sampleFolder({ rev: 3 });
const added = (rev: number) => itemChange(rev, 'item:added', sampleItem(rev), { by: ben });

beforeEach(() => {
  stubApi({ [`GET /api/folders/${folder.id}/changes`]: { body: { rev: 3, changes: [], more: false } } });
  useUsers.getState().applyViewer(ana);
});

test.each([
  ['parts what is new since the last visit from the rest', 2, ['Since you left', 'Earlier']],
  ['has one part when all of it is new', 0, ['Since you left']],
  ['has one part when nothing is new', 3, []],
  ['has one part at the first visit', null, []],
])('the activity %s', (_what, lastVisit, headings) => {
  const replica = { ...createReplica(folder, ana.id), activity: [added(3), added(2), added(1)] };
  renderAt(
    <ActivityDrawer replica={replica} family={families.folder} lastVisit={lastVisit} onClose={() => undefined} />,
  );

  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  expect(screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(headings);
});
