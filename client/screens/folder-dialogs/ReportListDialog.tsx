import { shownName } from '../../../common/replica/replica.pending.ts';
import { ReportDialog } from '../../features/reports/ReportDialog.tsx';
import type { ListDialogProps } from './listDialog.ts';

export function ReportListDialog({ replica, onClose }: ListDialogProps) {
  return <ReportDialog kind="list" id={replica.folder.id} name={shownName(replica)} onClose={onClose} />;
}
