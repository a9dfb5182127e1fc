import { type FormEvent, useState } from 'react';
import { limits } from '../../../common/constants.ts';
import type { ReportBody, ReportReason } from '../../../common/schemas/operator/report.ts';
import { Radio } from '../../components/controls/Radio.tsx';
import { Textarea } from '../../components/controls/Textarea.tsx';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { DialogButtons } from '../../components/FormButtons.tsx';
import { useFormBusy } from '../../components/feedback/useBusy.ts';
import { withNames } from '../../components/feedback/withNames.ts';
import { toast } from '../../components/toast/toast.ts';
import { useAskBeforeLeaving, useDraft } from '../../lib/drafts.ts';
import { reportApi } from '../../lib/http/api.ts';
import { call } from '../../lib/http/http.ts';
import classes from './ReportDialog.module.css';
import { reasonTexts } from './reasonTexts.ts';

interface ReportDialogProps extends Pick<ReportBody, 'kind' | 'id'> {
  /** Of the person or the list, or of who wrote the comment. */
  name: string;
  onClose: () => void;
}

const reasons: readonly ReportReason[] = ['spam', 'abuse', 'illegal', 'other'];

/** Reports a person, a list or a comment to the operator, with a reason and a few words. */
export function ReportDialog({ kind, id, name, onClose }: ReportDialogProps) {
  const [reason, setReason] = useState<ReportReason>('spam');
  const draft = useDraft(`report ${kind} ${id}`, '');
  const comment = draft.text;
  useAskBeforeLeaving(draft.isChanged);
  const { isBusy, finish } = useFormBusy();

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    finish(async () => {
      await sendReport({ kind, id, reason, comment });
      draft.drop();
      onClose();
      toast({ title: 'Report sent', description: 'The people who run this site will look at it.' });
    }, 'Couldn’t send the report. Try again.');
  };

  const handleCancel = () => {
    draft.drop();
    onClose();
  };

  return (
    <Dialog
      onClose={onClose}
      title={kind === 'comment' ? withNames`Report a comment by ${name}` : withNames`Report ${name}`}
      size={440}
      centered
    >
      <form onSubmit={handleSubmit}>
        <p className={classes.note}>
          Your report goes to the people who run this site. <bdi>{name}</bdi> will not know.
        </p>
        <Radio.Group
          value={reason}
          onChange={(value) => setReason(value as ReportReason)}
          label="What is wrong?"
          classNames={{ label: classes.label }}
        >
          <div className={classes.reasons}>
            {reasons.map((value) => (
              <Radio key={value} value={value} label={reasonTexts[value]} />
            ))}
          </div>
        </Radio.Group>
        <Textarea
          dir="auto"
          label="What happened? (optional)"
          value={comment}
          maxLength={limits.reportComment.max}
          rows={4}
          classNames={{ label: classes.label }}
          onChange={({ currentTarget }) => draft.change(currentTarget.value)}
        />
        <DialogButtons submit="Send report" isBusy={isBusy} className={classes.buttons} onCancel={handleCancel} />
      </form>
    </Dialog>
  );
}

function sendReport(body: ReportBody): Promise<void> {
  return call(reportApi.send, { body });
}
