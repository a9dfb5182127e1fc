import { useState } from 'react';
import { episodeText } from '../../../../common/episodeText.ts';
import { playTimeOf, type When } from '../playTime.ts';
import { DiaryDialog } from '../record/DiaryDialog.tsx';
import { WhenFields } from '../record/WhenFields.tsx';
import { WithWhom } from '../record/WithWhom.tsx';
import { useFellows } from '../useFellows.ts';
import { seasonName } from './episodeWords.ts';
import { addSome, type Target } from './watching.ts';

interface RecordDialogProps {
  target: Target;
  /** 'who' asks when and with whom. */
  asks: 'when' | 'who';
  folderId: string | null;
  onClose: () => void;
}

/** Records an episode or a season with its day, and with whom. */
export function RecordDialog({ target, asks, folderId, onClose }: RecordDialogProps) {
  const [when, setWhen] = useState<When>({ choice: asks === 'who' ? 'today' : 'date', date: '' });
  const [withUserIds, setWithUserIds] = useState<string[]>([]);
  const fellows = useFellows(folderId);
  const time = playTimeOf(when, new Date());
  const what = target.kind === 'season' ? seasonName(target.season) : episodeText(target.episode);
  const needsPeople = asks === 'who' && withUserIds.length === 0;

  const record = async () => {
    // A day that is chosen for a season counts for all its episodes.
    const allDay = target.kind === 'season' && asks === 'when' ? { sameTime: true } : {};
    await addSome(target, { ...time, ...allDay, withUserIds, ...(folderId && { folderId }) });
  };

  return (
    <DiaryDialog
      title={asks === 'who' ? `Who watched ${what} with you?` : `When did you see ${what}?`}
      submit="Add to diary"
      onSubmit={time && !needsPeople ? record : null}
      onClose={onClose}
    >
      {asks === 'who' && <WithWhom fellows={fellows} value={withUserIds} onChange={setWithUserIds} />}
      <WhenFields value={when} onChange={setWhen} />
    </DiaryDialog>
  );
}
