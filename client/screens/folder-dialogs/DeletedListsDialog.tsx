import '../../components/dialogs/modal.ts';
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { limits } from '../../../common/constants.ts';
import { type FamilyKey, familyKeys } from '../../../common/families.ts';
import type { DeletedFolder } from '../../../common/schemas/folder.ts';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { useFocusInside } from '../../components/focus/useKeptFocus.ts';
import { deletedListsQuery, restoreList } from '../../features/folders/lists/deletedLists.queries.ts';
import { countOf } from '../../features/folders/state/wording.ts';
import { useCloseDialog } from '../../lib/page/dialogUrl.ts';
import { queryClient } from '../../lib/query.ts';
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
  const { data: lists, isLoadingError, refetch } = useQuery(deletedListsQuery(family));
  const inside = useFocusInside<HTMLUListElement>();

  if (isLoadingError) {
    return (
      <div className={classes.none}>
        <p>Couldn’t load your deleted lists.</p>
        <Button variant="default" onClick={() => void refetch()}>
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
      <ul className={classes.lists} {...inside}>
        {lists.map((list) => (
          <DeletedLine key={list.id} list={list} family={family} />
        ))}
      </ul>
    </>
  );
}

interface DeletedLineProps {
  list: DeletedFolder;
  family: FamilyKey;
}

function DeletedLine({ list, family }: DeletedLineProps) {
  const [isBusy, setBusy] = useState(false);

  const handleRestore = async () => {
    setBusy(true);
    if (await restoreList(list, family)) forget(list.id, family);
    else setBusy(false);
  };

  return (
    <li className={classes.line}>
      <div className="fill">
        <h3 className={classes.name}>
          <bdi>{list.name}</bdi>
        </h3>
        <p className="hint">{factsOf(list)}</p>
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

function forget(id: string, family: FamilyKey): void {
  queryClient.setQueryData(deletedListsQuery(family).queryKey, (lists) => lists?.filter((list) => list.id !== id));
}
