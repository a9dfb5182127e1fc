import { z } from 'zod';
import type { ChannelKind } from '../../../../common/schemas/notice.ts';
import type { Vault } from '../../../platform/vault.ts';

/** The secret address of a channel, with the keys of a browser. */
const targetSchema = z.object({
  url: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }).optional(),
});
export type ChannelTarget = z.infer<typeof targetSchema>;

export const sealTarget = (vault: Vault, target: ChannelTarget): string => vault.seal(JSON.stringify(target));

/** Null for one that was encrypted with another session secret. */
export function openTarget(vault: Vault, sealed: string): ChannelTarget | null {
  const text = vault.open(sealed);
  return text === null ? null : targetSchema.parse(JSON.parse(text));
}

/** Channels that a request is sent to. Mail goes another way. */
export type RequestKind = Exclude<ChannelKind, 'email'>;
