import { WebhooksDialog } from '../../features/account/webhooks/WebhooksDialog.tsx';
import type { ListDialogProps } from './listDialog.ts';

export function ListWebhooksDialog({ replica, family, onClose }: ListDialogProps) {
  return <WebhooksDialog list={{ id: replica.folder.id, family: family.key }} onClose={onClose} />;
}
