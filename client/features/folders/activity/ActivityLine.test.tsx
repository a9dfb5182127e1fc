import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { MemberChange } from '../../../../common/schemas/changes.ts';
import { revAt } from '../../../../common/testing/replicas.ts';
import { renderAt } from '../../../testing/render.tsx';
import { ana, ben, idOf, publicUser } from '../../../testing/samples.ts';
import { ActivityLine } from './ActivityLine.tsx';

const at = '2026-11-21T10:05:00.000Z';
const poll = { ...revAt(2), at, by: publicUser(ben), pollId: idOf(7) };
const view = { viewerId: ana.id, isReviewed: false };

const show = (change: MemberChange) =>
  renderAt(<ActivityLine change={change} view={view} now={new Date('2026-11-21T11:05:00.000Z')} />);

test('the decision of a vote shows no member’s initial and colour, since guests may have made it', () => {
  const decision = { title: 'Heat', mediaType: 'movie', tmdbId: 949, sentence: '' } as const;
  show({ ...poll, type: 'poll:decided', decision });

  const line = screen.getByRole('listitem');
  expect(line.textContent).toMatch(/^The vote chose Heat for tonight/);
  expect(line.style.getPropertyValue('--member')).toBe('');
});

test('what a member did shows their initial', () => {
  show({ ...poll, type: 'poll:opened' });

  expect(screen.getByRole('listitem').textContent).toMatch(/^BBen asked what to watch tonight/);
});
