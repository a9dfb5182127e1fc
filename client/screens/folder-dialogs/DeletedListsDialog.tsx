import { Button, Modal } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { limits } from '../../../common/constants.ts';
import { type FamilyKey, familyKeys } from '../../../common/families.ts';
import type { DeletedFolder } from '../../../common/schemas/folder.ts';
import '../../components/dialogs/modal.ts';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { restoreList } from '../../features/folders/lists/restoreList.ts';
import { folderApi } from '../../features/folders/state/folder.api.ts';
import { countOf } from '../../features/folders/state/wording.ts';
import { useCloseDialog } from '../../lib/page/dialogUrl.ts';
import classes from './DeletedListsDialog.module.css';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The lists that the viewer has deleted and can restore; opened by ?deleted=folder or ?deleted=category. */
export function DeletedListsDialog() {
  const [params] = useSearchParams();
  const close = useCloseDialog('deleted');
  const family = familyKeys.find((key) => key === params.get('deleted')) ?? 'folder';

  return (
    <Modal opened onClose={close} title="Recently deleted" size={480} centered>
      <Lists family={family} />
    </Modal>
  );
}

function Lists({ family }: { family: FamilyKey }) {
  const { lists, hasFailed, load, forget } = useDeletedLists(family);

  if (hasFailed) {
    return (
      <div className={classes.none}>
        <p>Your deleted lists did not load.</p>
        <Button variant="default" onClick={load}>
          Try again
        </Button>
      </div>
    );
  }
  if (!lists) return <Skeleton height={76} radius={14} />;
  return (
    <>
      <p className={classes.hint}>
        Deleted lists are kept for {limits.deletedListDays} days. Restoring one brings back its titles and its members.
      </p>
      {lists.length === 0 && <p className={classes.none}>No deleted lists</p>}
      <ul className={classes.lists}>
        {lists.map((list) => (
          <DeletedLine key={list.id} list={list} family={family} onRestored={() => forget(list.id)} />
        ))}
      </ul>
    </>
  );
}

interface DeletedLineProps {
  list: DeletedFolder;
  family: FamilyKey;
  onRestored: () => void;
}

function DeletedLine({ list, family, onRestored }: DeletedLineProps) {
  const [isBusy, setBusy] = useState(false);

  const handleRestore = async () => {
    setBusy(true);
    if (await restoreList(list, family)) onRestored();
    else setBusy(false);
  };

  return (
    <li className={classes.line}>
      <div className={classes.text}>
        <h3 className={classes.name}>
          <bdi>{list.name}</bdi>
        </h3>
        <p className={classes.facts}>{factsOf(list)}</p>
      </div>
      <Button variant="default" loading={isBusy} aria-label={`Restore ${list.name}`} onClick={handleRestore}>
        Restore
      </Button>
    </li>
  );
}

/** '3 items · 2 members · 29 days left'. */
function factsOf({ itemCount, memberCount, expiresAt }: DeletedFolder): string {
  const now = new Date();
  const days = Math.ceil((new Date(expiresAt).getTime() - now.getTime()) / DAY_MS);
  const members = memberCount > 0 ? [countOf(memberCount, 'member')] : [];
  return [countOf(itemCount, 'item'), ...members, `${countOf(Math.max(days, 0), 'day')} left`].join(' · ');
}

/** The viewer's deleted lists, loaded when the dialog opens. */
function useDeletedLists(family: FamilyKey) {
  const [lists, setLists] = useState<DeletedFolder[]>();
  const [hasFailed, setFailed] = useState(false);

  const load = useCallback(() => {
    setFailed(false);
    folderApi.deleted(family).then(setLists, () => setFailed(true));
  }, [family]);
  const forget = (id: string) => setLists((known) => known?.filter((list) => list.id !== id));

  useEffect(load, [load]);
  return { lists, hasFailed, load, forget };
}
