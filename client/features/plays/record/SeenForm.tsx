import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { toast } from '../../../components/toast/toast.ts';
import { pickFacts } from '../../folders/state/addedItem.ts';
import { countOf } from '../../folders/state/wording.ts';
import { addPlay } from '../play.queries.ts';
import { playTimeOf, type When } from '../playTime.ts';
import { useFellows } from '../useFellows.ts';
import classes from './record.module.css';
import { WhenFields } from './WhenFields.tsx';
import { WithWhom } from './WithWhom.tsx';

interface SeenFormProps {
  title: Pick<TitleFacts, 'mediaType' | 'tmdbId'>;
  /** Unknown facts are looked up by the server. */
  facts: TitleFacts | undefined;
  /** The list that the title was opened from. */
  folderId: string | null;
  onDone: () => void;
}

/** Records that the viewer has seen a title: when, and with whom. */
export function SeenForm({ title, facts, folderId, onDone }: SeenFormProps) {
  const [when, setWhen] = useState<When>({ choice: 'today', date: '' });
  const [withUserIds, setWithUserIds] = useState<string[]>([]);
  const { isBusy, finish } = useBusy();
  const fellows = useFellows(folderId);
  const time = playTimeOf(when, new Date());

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!time) return;
    finish(async () => {
      await addPlay({ ...playTitle(title, facts), ...time, withUserIds, ...(folderId && { folderId }) });
      const asked =
        withUserIds.length > 0 ? `${countOf(withUserIds.length, 'person', 'people')} will be asked.` : undefined;
      toast({ title: 'Added to your diary', ...(asked && { description: asked }) });
      onDone();
    }, 'Couldn’t change your diary. Try again.');
  };

  return (
    <form className={classes.form} aria-label="I've seen this" onSubmit={handleSubmit}>
      <WhenFields value={when} onChange={setWhen} />
      <WithWhom fellows={fellows} value={withUserIds} onChange={setWithUserIds} />
      <div className={classes.buttons}>
        <Button type="submit" disabled={!time} loading={isBusy}>
          Add to diary
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** The title of a play in a request. */
function playTitle({ mediaType, tmdbId }: SeenFormProps['title'], facts: TitleFacts | undefined) {
  if (!facts) return { mediaType, tmdbId };
  const { mediaType: _mediaType, tmdbId: _tmdbId, ...rest } = pickFacts(facts);
  return { mediaType, tmdbId, facts: rest };
}
