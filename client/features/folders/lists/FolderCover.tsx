import { useRef } from 'react';
import type { FamilyKey } from '../../../../common/families.ts';
import { shownItems } from '../../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import { PosterImage } from '../../../components/posters/PosterCard.tsx';
import { posterOf } from '../../../lib/images.ts';
import { useInView } from '../../../lib/useInView.ts';
import { useFolders } from '../state/folder.store.ts';
import { useLoadedPart } from '../state/useFolder.ts';
import classes from './FolderCover.module.css';

const SHOWN = 4;
/** A longer list is not loaded completely for four small pictures. */
const READ_UP_TO = 200;

/** The newest posters of a list, arranged as a fan. */
export function FolderCover({ replica, family }: { replica: Replica; family: FamilyKey }) {
  const cover = useRef<HTMLDivElement>(null);
  const isInView = useInView(cover);
  const { id, itemCount } = replica.folder;
  const preview = useFolders((state) => state.entries[id]?.preview);
  const wantsTitles = isInView && itemCount > 0;
  const isLong = itemCount > READ_UP_TO;

  // If the titles fail to load, the cover stays a pattern.
  useLoadedPart(isLong ? 'loadPreview' : 'loadItems', wantsTitles ? id : undefined, family);

  const items = replica.items ? shownItems(replica).slice(-SHOWN).reverse() : (preview ?? []);
  return (
    <div ref={cover} className={classes.cover} aria-hidden="true" data-count={items.length}>
      {items.map((item) => (
        <div key={item.id} className={classes.poster}>
          <PosterImage title={item.title} path={posterOf(item)} width={96} isEager={false} />
        </div>
      ))}
      {items.length === 0 && <div className={classes.blank} />}
    </div>
  );
}
