import { type Flags, levelOf } from '../../../../common/permissions.ts';
import { rightsText } from '../state/wording.ts';
import { choiceOf } from './usePermissionChoice.ts';

/** What an invitation allows, for the invited user: 'Collaborator', or 'You can view and add'. */
export function offeredRights(flags: Flags): string {
  return choiceOf(flags).preset === null ? `You ${rightsText(flags)}` : levelOf(flags);
}
