import { shownName } from '../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import { ReportDialog } from '../../features/reports/ReportDialog.tsx';

/** The dialog in which a member reports a list. */
export function ReportListDialog({ replica, onClose }: { replica: Replica; onClose: () => void }) {
  return <ReportDialog kind="list" id={replica.folder.id} name={shownName(replica)} onClose={onClose} />;
}
