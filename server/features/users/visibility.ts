import type { Privacy } from '../../../common/schemas/account/privacy.ts';
import type { ListAudience } from '../../../common/schemas/audience.ts';
import type { UserDoc } from './user.model.ts';

/*
 * Who may see what of a user. A fellow is somebody who shares a list with the user.
 */

/** Which of these users share a list with a user. */
export type FindFellows = (userId: string, userIds: readonly string[]) => Promise<Set<string>>;

/** A user's choices. The defaults of the instance apply where the user has made none. */
export function privacyOf(
  { emailFor, listsFor, isListed, showsPresence, showsWatching }: UserDoc,
  instance: Privacy['instance'],
): Privacy {
  return {
    // A user can narrow what the instance allows, but not widen it.
    emailFor: instance.emailFor === 'shared' ? 'shared' : (emailFor ?? 'everyone'),
    listsFor: listsFor ?? instance.listsFor,
    isListed: isListed ?? true,
    showsPresence: showsPresence ?? true,
    showsWatching: showsWatching ?? false,
    instance,
  };
}

/** True when these settings depend on whether the viewer shares a list with the user. */
export function isRestricted({ emailFor, isListed }: Privacy): boolean {
  return emailFor !== 'everyone' || !isListed;
}

/** True for a viewer in this audience. */
export function isInAudience(audience: ListAudience, isFellow: boolean): boolean {
  return audience === 'everyone' || (audience === 'shared' && isFellow);
}

interface PrivacySource {
  read(): Promise<Privacy['instance']>;
}

let source: PrivacySource | null = null;

/** Sets from where the operator's settings are read. Called when a node or a command starts. */
export function readPrivacyFrom(settings: PrivacySource): void {
  source = settings;
}

/** What the operator sets for everyone: the widest audience of email addresses, and the default for lists. */
export async function instancePrivacy(): Promise<Privacy['instance']> {
  if (!source) throw new Error('The node has not started');
  const { emailFor, listsFor } = await source.read();
  return { emailFor, listsFor };
}
