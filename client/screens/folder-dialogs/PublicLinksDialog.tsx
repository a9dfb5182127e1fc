import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Family } from '../../../common/families.ts';
import type { PublicLink } from '../../../common/schemas/publicLink.ts';
import { Choice } from '../../components/controls/Choice.tsx';
import { Switch } from '../../components/controls/Switch.tsx';
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { LoadFailed } from '../../components/feedback/LoadFailed.tsx';
import { useBusy } from '../../components/feedback/useBusy.ts';
import { useReturnedFocus } from '../../components/focus/useReturnedFocus.ts';
import { toast } from '../../components/toast/toast.ts';
import { PublicLinkCard } from '../../features/folders/links/PublicLinkCard.tsx';
import {
  allowPublicLinks,
  createPublicLink,
  publicLinkSettingQuery,
  publicLinksQuery,
  revokePublicLink,
} from '../../features/folders/links/publicLink.queries.ts';
import { accessOf, mayIn } from '../../features/folders/state/useFolder.ts';
import type { ListDialogProps } from './listDialog.ts';
import classes from './PublicLinksDialog.module.css';

/** The links at which anyone can read the list, for those who may share it. */
export function PublicLinksDialog({ replica, family, onClose }: ListDialogProps) {
  const { folder, viewerId } = replica;
  const { isOwner } = accessOf(replica);
  const mayShare = mayIn(replica, 'member:invite');
  const links = useQuery({ ...publicLinksQuery(family.key, folder.id), enabled: mayShare });
  const setting = useQuery({ ...publicLinkSettingQuery(family.key, folder.id), enabled: mayShare });
  const [ending, setEnding] = useState<PublicLink | null>(null);
  const { run } = useBusy();
  const isAllowed = setting.data?.isAllowed ?? true;

  const end = (link: PublicLink) => {
    setEnding(null);
    return run(async () => {
      await revokePublicLink(family.key, folder.id, link);
      toast({ title: 'Link ended', description: 'Nobody can open it any more.' });
    }, 'Couldn’t end the link. Try again.');
  };

  if (!mayShare)
    return (
      <Dialog onClose={onClose} title="Public link" size={520} centered>
        <p>You can’t share this list any more, and your public links of it have ended.</p>
      </Dialog>
    );
  return (
    <Dialog onClose={onClose} title="Public link" size={520} centered>
      <p className={classes.lead}>
        Anyone who has the link can read the titles of this list, without an account. They see nothing of what its
        people have watched, voted or written in comments.
      </p>
      {links.isLoadingError && (
        <LoadFailed title="Couldn’t load the public links" error={links.error} onRetry={links.refetch} />
      )}
      {links.data && links.data.length > 0 && (
        <ul className={classes.links} aria-label="Public links">
          {links.data.map((link) => (
            <PublicLinkCard
              key={link.id}
              link={link}
              isOwn={link.createdByUserId === viewerId}
              onEnd={isOwner || link.createdByUserId === viewerId ? () => setEnding(link) : undefined}
            />
          ))}
        </ul>
      )}
      {isAllowed && links.data && <NewLink family={family} folderId={folder.id} isFirst={links.data.length === 0} />}
      {!isAllowed && !isOwner && <p>The owner of this list allows no public links.</p>}
      {isOwner && setting.data && <Allowing family={family} folderId={folder.id} isAllowed={isAllowed} />}
      {ending && (
        <ConfirmDialog
          title="End this link?"
          confirmLabel="End link"
          onConfirm={() => end(ending)}
          onClose={() => setEnding(null)}
        >
          Its page, feeds and frames stop working at once.
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

interface OfList {
  family: Family;
  folderId: string;
}

/** What a new link shows and when it ends. */
function NewLink({ family, folderId, isFirst }: OfList & { isFirst: boolean }) {
  const [isShown, setShown] = useState(false);
  const [showsNotes, setShowsNotes] = useState(false);
  const [showsNames, setShowsNames] = useState(false);
  const [isFindable, setFindable] = useState(false);
  const [days, setDays] = useState('');
  const { isBusy, run } = useBusy();
  const isOpen = isShown || isFirst;
  const another = useReturnedFocus(isOpen);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    return run(async () => {
      const expiresInDays = days === '' ? null : Number(days);
      await createPublicLink(family.key, folderId, { showsNotes, showsNames, isFindable, expiresInDays });
      setShown(false);
      toast({ title: 'Public link made', description: 'Copy it and send it to anyone.' });
    }, 'Couldn’t make the link. Try again.');
  };
  if (!isOpen)
    return (
      <Button ref={another} variant="default" onClick={() => setShown(true)}>
        Another link
      </Button>
    );
  return (
    <form className={classes.form} onSubmit={handleSubmit}>
      <Switch
        label="Show the notes on titles"
        checked={showsNotes}
        onChange={(event) => setShowsNotes(event.currentTarget.checked)}
      />
      <Switch
        label="Show who added each title (first name only)"
        checked={showsNames}
        onChange={(event) => setShowsNames(event.currentTarget.checked)}
      />
      <Switch
        label="Let search engines find it"
        checked={isFindable}
        onChange={(event) => setFindable(event.currentTarget.checked)}
      />
      <Choice
        label="Ends"
        data={[
          { value: '', label: 'When I end it' },
          { value: '7', label: 'In 7 days' },
          { value: '30', label: 'In 30 days' },
          { value: '365', label: 'In a year' },
        ]}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
      <Button type="submit" loading={isBusy}>
        Make a public link
      </Button>
    </form>
  );
}

/** The owner's switch for all public links of the list. */
function Allowing({ family, folderId, isAllowed }: OfList & { isAllowed: boolean }) {
  const { isBusy, run } = useBusy();
  return (
    <Switch
      className={classes.allowing}
      label="Allow public links to this list"
      description="Turning this off ends all of them, also those that others have made."
      checked={isAllowed}
      disabled={isBusy}
      onChange={(event) => {
        const { checked } = event.currentTarget;
        run(() => allowPublicLinks(family.key, folderId, checked), 'Couldn’t change this. Try again.');
      }}
    />
  );
}
