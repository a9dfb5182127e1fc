import { useState } from 'react';
import type { Play } from '../../../../common/schemas/play.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { updatePlay } from '../play.queries.ts';
import { playTimeOf, whenOf } from '../playTime.ts';
import { DiaryDialog } from '../record/DiaryDialog.tsx';
import { WhenFields } from '../record/WhenFields.tsx';

interface ChangeDateProps {
  play: Play;
  onClose: () => void;
}

/** Changes when a title was seen. */
export function ChangeDateDialog({ play, onClose }: ChangeDateProps) {
  const [when, setWhen] = useState(() => whenOf(play, new Date()));
  const time = playTimeOf(when, new Date());

  return (
    <DiaryDialog
      title={withNames`When did you see ${play.title}?`}
      submit="Save"
      onSubmit={time && (() => updatePlay(play, time))}
      onClose={onClose}
    >
      <WhenFields value={when} onChange={setWhen} />
    </DiaryDialog>
  );
}
