import { describe, expect, test } from '@jest/globals';
import { allFlags, type FlagName, type Flags, flagNames } from '../../../../common/permissions.ts';
import type { MemberChange } from '../../../../common/schemas/changes.ts';
import { revAt } from '../../../../common/testing/replicas.ts';
import { ana, ben, itemChange, publicUser, sampleFolder, sampleItem, sampleShare } from '../../../testing/samples.ts';
import { changeSentenceOf, momentOf, undoableRevs } from './activityWords.ts';

const only = (...names: FlagName[]) =>
  Object.fromEntries(flagNames.map((flag) => [flag, flag === 'canView' || names.includes(flag)])) as unknown as Flags;
const at = '2026-01-01T12:00:00.000Z';
const view = { viewerId: ana.id, isReviewed: false };
const owner = { isOwner: true, flags: allFlags };
const folder = sampleFolder({ name: 'Noir' });
const by = publicUser(ben);

const said = (change: MemberChange, over = {}) => {
  const { who, before, about = '', after = '' } = changeSentenceOf(change, { ...view, ...over });
  return `${who} ${before}${about}${after}`;
};

describe('a change as a sentence', () => {
  test.each<[string, MemberChange]>([
    ['Ben created this list', { ...revAt(1), at, by, type: 'folder:created', folder }],
    ['Ben renamed this list to Noir', { ...revAt(1), at, by, type: 'folder:renamed', folder }],
    ['Ben added Title 1', itemChange(1, 'item:added', sampleItem(1))],
    ['Ben removed Title 1', itemChange(1, 'item:removed', sampleItem(1))],
    ['Ben moved Title 1 to Rewatch', itemChange(1, 'item:updated', sampleItem(1, { watched: true }))],
    ['Ben moved Title 1 to To Watch', itemChange(1, 'item:updated', sampleItem(1))],
    ['You added Title 1', itemChange(1, 'item:added', sampleItem(1), { by: ana })],
    ['Ben joined', { ...revAt(1), at, by, type: 'share:granted', folder, share: sampleShare() }],
    ['Ben asked what to watch tonight', { ...revAt(1), at, by, type: 'poll:opened', pollId: folder.id }],
    [
      'The vote chose Heat for tonight',
      {
        ...revAt(1),
        at,
        by,
        type: 'poll:decided',
        pollId: folder.id,
        decision: { title: 'Heat', mediaType: 'movie', tmdbId: 949, sentence: 'Both said yes.' },
      },
    ],
    ['Ben left', { ...revAt(1), at, by, type: 'share:revoked', folder, share: sampleShare() }],
    ['You removed Ben', { ...revAt(1), at, by: publicUser(ana), type: 'share:revoked', folder, share: sampleShare() }],
    [
      'You allowed Ben to view, add and share',
      {
        ...revAt(1),
        at,
        by: publicUser(ana),
        type: 'share:permissions-changed',
        folder,
        share: sampleShare(only('canAdd', 'canShare')),
      },
    ],
  ])('%s', (sentence, change) => {
    expect(said(change)).toBe(sentence);
  });

  test('includes the rating in Reviewed', () => {
    const change = itemChange(1, 'item:updated', sampleItem(1, { userRating: 8 }));

    expect(said(change, { isReviewed: true })).toBe('Ben rated Title 1 8/10');
  });
});

describe('undo is offered', () => {
  const added = itemChange(5, 'item:added', sampleItem(1), { by: ana });

  test("for the viewer's own latest change of each title or name", () => {
    const activity = [
      itemChange(8, 'item:removed', sampleItem(2), { by: ana }),
      itemChange(7, 'item:updated', sampleItem(3)),
      itemChange(6, 'item:added', sampleItem(3), { by: ana }),
      added,
      itemChange(4, 'item:added', sampleItem(2), { by: ana }),
    ];

    expect([...undoableRevs(activity, owner, view)]).toEqual([8, 5]);
  });

  test('only with the permission that the change needed, and never in Reviewed', () => {
    const member = { isOwner: false, flags: only('canRemove') };

    expect(undoableRevs([added], member, view).size).toBe(0);
    expect(undoableRevs([added], owner, { ...view, isReviewed: true }).size).toBe(0);
  });

  test('never for shares and creation', () => {
    const activity: MemberChange[] = [
      { ...revAt(2), at, by: publicUser(ana), type: 'share:revoked', folder, share: sampleShare() },
      { ...revAt(1), at, by: publicUser(ana), type: 'folder:created', folder },
    ];

    expect(undoableRevs(activity, owner, view).size).toBe(0);
  });
});

test('a moment is shown by how long ago it is', () => {
  const now = new Date(2026, 0, 2, 12, 0);
  const ago = (minutes: number) => momentOf(new Date(now.getTime() - minutes * 60_000).toISOString(), now);

  expect([ago(0.5), ago(5), ago(90), ago(24 * 60)]).toEqual(['now', '5 min ago', '10:30 AM', 'Jan 1, 12:00 PM']);
});
