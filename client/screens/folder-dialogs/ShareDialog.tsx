import { withNames } from '../../components/feedback/withNames.ts';
import '../../components/dialogs/modal.ts';
import { Button, Modal } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { type Family, families } from '../../../common/families.ts';
import { shownName } from '../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import type { Contact } from '../../../common/schemas/user.ts';
import { useBusy } from '../../components/feedback/useBusy.ts';
import { useFocusInside } from '../../components/focus/useKeptFocus.ts';
import { toast, toastError } from '../../components/toast/toast.ts';
import { LinkInvitation } from '../../features/folders/links/LinkInvitation.tsx';
import { PermissionFields } from '../../features/folders/rights/PermissionFields.tsx';
import { PersonLine } from '../../features/folders/rights/PersonLine.tsx';
import { usePermissionChoice } from '../../features/folders/rights/usePermissionChoice.ts';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { liveSentInvitations } from '../../features/folders/state/invitation.store.ts';
import { accessOf, mayIn, useFolder } from '../../features/folders/state/useFolder.ts';
import { useFellows } from '../../features/plays/useFellows.ts';
import { everybodyQuery, foundPeopleQuery } from '../../features/users/user.queries.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { useCloseDialog } from '../../lib/page/dialogUrl.ts';
import { useDialogTitle } from '../../lib/page/pageTitle.ts';
import { useDebounced } from '../../lib/useDebounced.ts';
import { isOutside, PeoplePicker } from './PeoplePicker.tsx';
import classes from './ShareDialog.module.css';

/** Invites a user to a list with chosen permissions; opened by ?share=<id>, or with &by=link to invite by a link. */
export function ShareDialog() {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const close = useCloseDialog('share', 'by');
  const id = params.get('share') ?? '';
  const family = pathname.startsWith(families.category.screenPath) ? families.category : families.folder;
  const { replica, isMissing } = useFolder(id, family.key);
  const name = replica && shownName(replica);
  useDialogTitle(name && `Share "${name}"`);
  const [wasThere, setThere] = useState(false);
  if (replica && !wasThere) setThere(true);
  const isLost = isMissing && wasThere;
  const isRefused = replica ? !mayIn(replica, 'member:invite') : isMissing;

  // The list does not exist or may not be shared: the screen below says why. When the list is lost, the screen leaves, and
  // going back would then return to it.
  useEffect(() => {
    if (isRefused && !isLost) close();
  }, [isRefused, isLost, close]);

  if (!replica || isRefused) return null;
  return (
    <Modal opened onClose={close} title={withNames`Share "${shownName(replica)}"`} size={520} centered>
      <ShareForm replica={replica} family={family} isFirstByLink={params.get('by') === 'link'} onCancel={close} />
    </Modal>
  );
}

interface ShareFormProps {
  replica: Replica;
  family: Family;
  /** Starts with the invitation by a link. */
  isFirstByLink: boolean;
  onCancel: () => void;
}

/** The steps of sharing: whom to invite, then what they may do, or a link. */
function ShareForm({ replica, family, isFirstByLink, onCancel }: ShareFormProps) {
  const steps = useFocusInside<HTMLDivElement>();
  const [chosen, setChosen] = useState<Contact | null>(null);
  const [isByLink, setByLink] = useState(isFirstByLink);
  const { isBusy, run } = useBusy();
  const people = useSuggestedFirst(usePeople());
  const choice = usePermissionChoice(accessOf(replica).flags);
  const { id } = replica.folder;

  const send = () => {
    if (!chosen) return;
    run(async () => {
      const body = { [family.idName]: id, invitedUserId: chosen.id, ...choice.flags, canView: true as const };
      await useFolders.getState().sendInvitation(body, family.key);
      toast({
        title: 'Invitation sent',
        description: `${family.Noun} invitation sent successfully with selected permissions.`,
      });
      setChosen(null);
      choice.reset();
    }, 'Failed to send invitation');
  };

  if (isByLink || !chosen) {
    const pickByLink = () => setByLink(true);
    return (
      <div {...steps}>
        {isByLink ? (
          <LinkInvitation replica={replica} family={family} onBack={() => setByLink(false)} />
        ) : (
          <InviteWays replica={replica} family={family} people={people} onPick={setChosen} onByLink={pickByLink} />
        )}
      </div>
    );
  }
  return (
    <div className={classes.form} {...steps}>
      <div className={classes.chosen}>
        <PersonLine person={chosen}>
          <Button variant="default" size="xs" onClick={() => setChosen(null)}>
            Change User
          </Button>
        </PersonLine>
      </div>
      <PermissionFields family={family} choice={choice} />
      <div className="dialog-buttons">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button disabled={isBusy} onClick={send}>
          {isBusy ? 'Sending...' : 'Send Invitation'}
        </Button>
      </div>
    </div>
  );
}

/** Limits how many users are rendered; typing narrows the list down. */
const LISTED = 100;

interface UserPickerProps {
  replica: Replica;
  family: Family;
  /** Undefined while they load. */
  people: Contact[] | undefined;
  onPick: (person: Contact) => void;
}

/** The two ways to invite: a user of this server, or anyone who gets a link. */
function InviteWays({ onByLink, ...picker }: UserPickerProps & { onByLink: () => void }) {
  return (
    <>
      <UserPicker {...picker} />
      <Button variant="default" fullWidth className={classes.byLink} leftSection={<IconLink />} onClick={onByLink}>
        Invite by link
      </Button>
    </>
  );
}

function UserPicker({ replica, family, people, onPick }: UserPickerProps) {
  const [text, setText] = useState('');
  const sent = liveSentInvitations.useLoaded(replica.folder.id, family.key);
  const isInvited = (person: Contact) => sent?.some(({ invitedUserId }) => invitedUserId === person.id) ?? false;
  const listed = people?.filter((person) => isOutside(person, replica) && matches(person, text));
  const unlisted = useUnlisted(listed?.length === 0 ? text : '');
  const matching = listed?.length === 0 ? unlisted.filter((person) => isOutside(person, replica)) : listed;
  return (
    <PeoplePicker
      text={text}
      onType={setText}
      placeholder="Search users by name or email..."
      label="Users"
      people={matching?.slice(0, LISTED)}
      hint={matching ? emptyText(text) : 'Loading users…'}
      height="12rem"
    >
      {(person) => (
        <button type="button" className={classes.person} disabled={isInvited(person)} onClick={() => onPick(person)}>
          <PersonLine person={person} size={36}>
            {isInvited(person) && <span className={classes.invited}>Invited</span>}
          </PersonLine>
        </button>
      )}
    </PeoplePicker>
  );
}

/** All users, asked for when the dialog opens. */
function usePeople(): Contact[] | undefined {
  const { data, error } = useQuery(everybodyQuery);
  useEffect(() => {
    if (error) toastError(error, 'Failed to fetch users');
  }, [error]);
  return data;
}

/** The person with this whole email address, who may not be in the directory. */
function useUnlisted(text: string): Contact[] {
  const wanted = useDebounced(/^\S+@\S+\.\S+$/.test(text.trim()) ? text.trim() : '');
  // If the search fails, the list stays empty.
  return useQuery({ ...foundPeopleQuery(wanted), enabled: wanted !== '' }).data ?? [];
}

function emptyText(text: string): string {
  return text.trim() ? 'No users found matching your search.' : 'No more users available to share with.';
}

/** Each word must be in one of the fields, so that a full name is found too. */
function matches({ email, firstName, lastName }: Contact, text: string): boolean {
  const fields = [email, firstName, lastName].map((field) => field?.toLowerCase());
  const words = text.trim().toLowerCase().split(/\s+/);
  return words.every((word) => fields.some((field) => field?.includes(word)));
}

/** These people with those first who share a list with the viewer, and then those whom the viewer has pinned. */
function useSuggestedFirst(people: Contact[] | undefined): Contact[] | undefined {
  const fellows = useFellows(null);
  const pinned = useUsers((state) => state.pinned);
  return useMemo(() => {
    const fellowIds = new Set(fellows.map(({ id }) => id));
    const rankOf = ({ id }: Contact) => (fellowIds.has(id) ? 0 : pinned[id] ? 1 : 2);
    return people && [...people].sort((a, b) => rankOf(a) - rankOf(b));
  }, [people, fellows, pinned]);
}
