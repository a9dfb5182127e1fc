import type { InvitationLink } from '../../../../common/schemas/invitationLink.ts';
import { countOf } from '../state/wording.ts';

export const joinPath = ({ token }: Pick<InvitationLink, 'token'>) => `/join/${token}`;

export const linkAddressOf = (link: Pick<InvitationLink, 'token'>) => `${window.location.origin}${joinPath(link)}`;

/** 'Link for one person', or how many have joined by it. */
export function linkName({ maxUses, uses }: Pick<InvitationLink, 'maxUses' | 'uses'>): string {
  if (maxUses === 1) return 'Link for one person';
  if (maxUses !== null) return `Link for ${maxUses} people, ${uses} joined`;
  return uses === 0 ? 'Link for anyone' : `Link for anyone, ${countOf(uses, 'person', 'people')} joined`;
}

const date = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });

/** 'valid until 3 Dec'. */
export const untilText = ({ expiresAt }: Pick<InvitationLink, 'expiresAt'>) =>
  `valid until ${date.format(new Date(expiresAt))}`;

/** How long a new link can be valid. */
export const linkPeriods = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const;
export type LinkPeriod = (typeof linkPeriods)[number]['value'];
