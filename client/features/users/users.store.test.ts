import { expect, test } from '@jest/globals';
import { ana, ben, publicUser } from '../../testing/samples.ts';
import { useUsers } from './users.store.ts';

const state = () => useUsers.getState();
const renamed = (user: typeof ana) => ({ ...publicUser(user), firstName: 'Zoe' });

test('the viewer keeps the role and the rev that an answer does not name', () => {
  state().applyViewer({ ...ana, isOperator: true, rev: 3 });

  state().applyViewer({ ...ana, firstName: 'Anna' });
  expect(state().viewer).toMatchObject({ firstName: 'Anna', isOperator: true, rev: 3 });
  state().applyOperator(false);
  expect(state().viewer).toMatchObject({ firstName: 'Anna', isOperator: false });
  state().applyViewer(null);
  expect(state().viewer).toBeNull();
});

test('a new name is applied to the person, and to the viewer if that is who it is', () => {
  state().applyViewer(ana);
  state().applyUpdated(renamed(ben));
  expect([state().people[ben.id]?.firstName, state().viewer?.firstName]).toEqual(['Zoe', ana.firstName]);

  state().applyUpdated(renamed(ana));
  expect([state().people[ana.id]?.firstName, state().viewer?.firstName]).toEqual(['Zoe', 'Zoe']);
});

test('an email address stays known without another one, until its user may have hidden it', () => {
  state().applyViewer(ana);
  const third = { ...ben, id: 'third' };
  state().applyPeople([ben, third]);
  state().applyPeople([publicUser(ben)]);
  const emails = () => [ana.id, ben.id, third.id].map((id) => state().people[id]?.email);
  expect(emails()).toEqual([ana.email, ben.email, ben.email]);

  state().applyVisibilityChanged(ben.id);
  expect(emails()).toEqual([ana.email, undefined, ben.email]);
  state().applyVisibilityChanged(null);

  expect(emails()).toEqual([ana.email, undefined, undefined]);
});

test('the directory says who is pinned, and a pin changes one person', () => {
  state().applyPin('gone', true);
  state().applyDirectory([
    { ...ana, isPinned: true },
    { ...ben, isPinned: false },
  ]);
  expect(state().pinned).toEqual({ [ana.id]: true, [ben.id]: false });

  state().applyPin(ben.id, true);

  expect(state().pinned).toEqual({ [ana.id]: true, [ben.id]: true });
  expect(state().people[ben.id]?.firstName).toBe(ben.firstName);
});
