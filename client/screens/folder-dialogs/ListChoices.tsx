import { Button } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import type { FamilyKey } from '../../../common/families.ts';
import { shownCount, shownItems, shownName } from '../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { useKeptFocus } from '../../components/focus/useKeptFocus.ts';
import { NameAndHint } from '../../components/NameAndHint.tsx';
import { useItemsOf } from '../../features/folders/state/useFolder.ts';
import { countOf } from '../../features/folders/state/wording.ts';
import type { TitleRef } from '../../lib/page/dialogUrl.ts';
import { displayName } from '../../lib/person.ts';
import classes from './ListChoices.module.css';

interface ChoosingProps {
  title: TitleRef | null;
  onAdd: (folderId: string, name: string) => Promise<void>;
}

interface ListChoicesProps extends ChoosingProps {
  /** The viewer's own lists that nobody else sees. */
  own: readonly Replica[];
  /** Lists that the viewer shares with others, or others with the viewer. */
  shared: readonly Replica[];
  family: FamilyKey;
  isLoaded: boolean;
  onCreate: () => void;
}

/** The lists that a title can be added to, in two groups, and the button for a new one. */
export function ListChoices({ own, shared, family, isLoaded, onCreate, ...choosing }: ListChoicesProps) {
  const isEmpty = own.length + shared.length === 0;
  useItemsOf([...own, ...shared], true, family);
  const box = useRef<HTMLDivElement>(null);
  // The list with the focus may be taken away.
  const kept = useKeptFocus(() => box.current?.querySelector<HTMLElement>('button:enabled'));

  return (
    <div ref={box} {...kept}>
      <div className={classes.choices}>
        {isEmpty && (
          <div className="none-found">{isLoaded ? 'No lists yet' : <Skeleton height={52} radius={10} />}</div>
        )}
        {own.length > 0 && <Group label="Lists" replicas={own} {...choosing} />}
        {shared.length > 0 && <Group label="Lists you share" hasHeading replicas={shared} {...choosing} />}
      </div>
      <Button
        fullWidth
        variant={isEmpty ? 'filled' : 'default'}
        leftSection={<IconPlus size={18} stroke={2} />}
        data-autofocus={(isEmpty && isLoaded) || undefined}
        onClick={onCreate}
      >
        New List
      </Button>
    </div>
  );
}

interface GroupProps extends ChoosingProps {
  label: string;
  hasHeading?: boolean;
  replicas: readonly Replica[];
}

function Group({ label, hasHeading = false, replicas, ...choosing }: GroupProps) {
  const headingId = useId();
  return (
    <>
      {hasHeading && (
        <h3 id={headingId} className={classes.heading}>
          {label}
        </h3>
      )}
      <ul className={classes.group} {...(hasHeading ? { 'aria-labelledby': headingId } : { 'aria-label': label })}>
        {replicas.map((replica) => (
          <li key={replica.folder.id}>
            <Choice replica={replica} {...choosing} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Choice({ replica, title, onAdd }: ChoosingProps & { replica: Replica }) {
  const [isBusy, setBusy] = useState(false);
  const { folder, viewerId } = replica;
  const name = shownName(replica);
  const isIn = title !== null && shownItems(replica).some((item) => titleKey(item) === titleKey(title));
  const owner = folder.userId !== viewerId && folder.sharedByUser ? displayName(folder.sharedByUser) : undefined;

  const handleClick = () => {
    setBusy(true);
    // A toast has shown the error; the choice can be clicked again.
    onAdd(folder.id, name).catch(() => setBusy(false));
  };

  return (
    <button type="button" className={classes.choice} data-autofocus disabled={isBusy || isIn} onClick={handleClick}>
      <NameAndHint
        name={name}
        hint={
          <>
            {countOf(shownCount(replica), 'item')}
            {owner && (
              <>
                {' '}
                · <bdi>{owner}</bdi>
              </>
            )}
          </>
        }
      />
      {isIn && !isBusy ? (
        <span className={classes.already}>
          <IconCheck size={16} stroke={2} /> Already added
        </span>
      ) : (
        <IconPlus size={20} stroke={1.75} className={classes.plus} />
      )}
    </button>
  );
}
