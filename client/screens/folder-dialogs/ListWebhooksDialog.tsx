import type { Family } from '../../../common/families.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import { WebhooksDialog } from '../../features/account/webhooks/WebhooksDialog.tsx';

interface ListWebhooksDialogProps {
  replica: Replica;
  family: Family;
  onClose: () => void;
}

/** The viewer's webhooks of a list. */
export function ListWebhooksDialog({ replica, family, onClose }: ListWebhooksDialogProps) {
  return <WebhooksDialog list={{ id: replica.folder.id, family: family.key }} onClose={onClose} />;
}
