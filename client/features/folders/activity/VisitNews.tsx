import { IconSparkles, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Family } from '../../../../common/families.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import { IconAction } from '../../../components/controls/IconAction.tsx';
import { createStore } from '../../../lib/createStore.ts';
import { useOpenDialog } from '../../../lib/page/dialogUrl.ts';
import { useLoadedPart } from '../state/useFolder.ts';
import type { LastVisit } from './useLastVisit.ts';
import classes from './VisitNews.module.css';
import { newsText, sinceText } from './visitWords.ts';

export interface VisitNewsProps {
  family: Family;
  replica: Replica;
  lastVisit: LastVisit;
  /** The rev of the list at the start of this visit. What happens later shows by itself. */
  openedAt: number;
  /** Shown in its place if there is nothing to say, or once it is dismissed. */
  otherwise: ReactNode;
}

/** By list, the rev of the last visit whose changes were dismissed. */
const useDismissed = createStore<Record<string, number>>(() => ({}));

/** 'Since Tuesday: Ana added 3 titles, Ben wrote a note', which opens the activity. */
export function VisitNews({ family, replica, lastVisit, openedAt, otherwise }: VisitNewsProps) {
  const { folder, viewerId, activity } = replica;
  const isDismissed = useDismissed((dismissed) => dismissed[folder.id] === lastVisit.rev);
  const openDialog = useOpenDialog();

  useLoadedPart('loadActivity', folder.id, family.key);

  if (isDismissed) return otherwise;
  if (!activity) return null;
  const news = activity.filter(({ rev, by }) => rev > lastVisit.rev && rev <= openedAt && by.id !== viewerId);
  const text = newsText(news, viewerId);
  if (!text) return otherwise;
  return (
    <p className={`${classes.news} not-on-paper`}>
      <button type="button" className={classes.text} title={text} onClick={() => openDialog({ activity: '1' })}>
        <IconSparkles className={classes.icon} size={18} stroke={1.75} />
        <span>
          <strong>{sinceText(lastVisit.at, new Date())}:</strong> {text}
        </span>
      </button>
      <IconAction label="Dismiss" size={36} onPress={() => useDismissed.setState({ [folder.id]: lastVisit.rev })}>
        <IconX size={16} stroke={1.75} />
      </IconAction>
    </p>
  );
}
