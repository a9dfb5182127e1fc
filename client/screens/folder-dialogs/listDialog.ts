import type { Family } from '../../../common/families.ts';
import type { Replica } from '../../../common/replica/replica.ts';

/** What each dialog of a list gets. */
export interface ListDialogProps {
  replica: Replica;
  family: Family;
  onClose: () => void;
  /** Called after the list is deleted or left, to leave its own screen. */
  onDone?: () => void;
}
