import type { Proposal } from '../../../common/schemas/play.ts';
import { displayName } from '../../lib/person.ts';

/** The words of 'Ben saw Heat with you', without the title. A vote proposes its title to the person who ended it, too. */
export function proposalWords({ by, userId }: Pick<Proposal, 'by' | 'userId'>): {
  who: string;
  did: string;
  after: string;
} {
  if (by.id === userId) return { who: 'You', did: 'chose', after: 'together' };
  return { who: displayName(by), did: 'saw', after: 'with you' };
}
