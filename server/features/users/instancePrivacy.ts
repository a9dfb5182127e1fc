import type { Privacy } from '../../../common/schemas/account/privacy.ts';
import type { Instance } from '../../platform/instance/instance.ts';

let source: Pick<Instance, 'read'> | null = null;

/** Sets where the settings are read. Called when a node starts. */
export function readPrivacyFrom(instance: Pick<Instance, 'read'>): void {
  source = instance;
}

/** What the operator sets for everyone: the widest audience of email addresses, and the default for lists. */
export async function instancePrivacy(): Promise<Privacy['instance']> {
  if (!source) throw new Error('The node has not started');
  const { emailFor, listsFor } = await source.read();
  return { emailFor, listsFor };
}
