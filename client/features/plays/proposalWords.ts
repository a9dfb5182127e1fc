import type { Proposal } from '../../../common/schemas/play.ts';
import { displayName } from '../../lib/person.ts';

/** The words around the title: 'Ben saw Heat with you'. A vote proposes its title to the person who ended it, too. */
export function proposalWords({ by, userId }: Pick<Proposal, 'by' | 'userId'>): { before: string; after: string } {
  if (by.id === userId) return { before: 'You chose', after: 'together' };
  return { before: `${displayName(by)} saw`, after: 'with you' };
}
