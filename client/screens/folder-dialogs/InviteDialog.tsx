import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { limits } from '../../../common/constants.ts';
import { shownName } from '../../../common/replica/replica.pending.ts';
import type { Contact } from '../../../common/schemas/user.ts';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { withNames } from '../../components/feedback/withNames.ts';
import { toast, toastError } from '../../components/toast/toast.ts';
import { PersonLine } from '../../features/folders/rights/PersonLine.tsx';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { liveSentInvitations } from '../../features/folders/state/invitation.store.ts';
import { useFellows } from '../../features/plays/useFellows.ts';
import { blocksQuery, foundPeopleQuery } from '../../features/users/user.queries.ts';
import { displayName, type Person } from '../../lib/person.ts';
import { useDebounced } from '../../lib/useDebounced.ts';
import type { ListDialogProps } from './listDialog.ts';
import { isOutside, PeoplePicker } from './PeoplePicker.tsx';

const TYPING_PAUSE_MS = 180;
const ABOUT = 'They can view and add titles once they accept.';

/** Invites a user with the default permissions: view and add. */
export function InviteDialog({ replica, family, onClose }: ListDialogProps) {
  const [text, setText] = useState('');
  const [justInvited, setJustInvited] = useState<ReadonlySet<string>>(new Set());
  const [busyId, setBusyId] = useState<string | null>(null);
  const wanted = text.trim();
  const found = useFoundPeople(wanted);
  const suggested = useSuggestedPeople();
  const sent = liveSentInvitations.useLoaded(replica.folder.id, family.key);
  const invited = new Set([...justInvited, ...(sent ?? []).map(({ invitedUserId }) => invitedUserId)]);
  const matching = wanted === '' ? suggested : found;
  const people = matching?.filter((person) => isOutside(person, replica));

  const invite = async (person: Person) => {
    setBusyId(person.id);
    try {
      await useFolders.getState().invite(replica.folder.id, person.id, family.key);
      setJustInvited((known) => new Set(known).add(person.id));
      toast({
        title: 'Invitation sent',
        description: withNames`${displayName(person)} can view and add once they accept.`,
      });
    } catch (error) {
      toastError(error, 'Failed to invite user');
    } finally {
      setBusyId(null);
    }
  };

  return (
    <Dialog onClose={onClose} title={withNames`Invite to "${shownName(replica)}"`} size={480} centered>
      <PeoplePicker
        text={text}
        onType={setText}
        placeholder="Search by name, email or username"
        label={wanted === '' ? 'Suggested' : 'Users'}
        people={people}
        hint={hintFor(wanted, matching)}
        lead={wanted === '' ? ABOUT : undefined}
        height="264px"
      >
        {(person) => (
          <div style={{ padding: 8 }}>
            <PersonLine person={person}>
              <InviteButton
                person={person}
                isInvited={invited.has(person.id)}
                isBusy={busyId === person.id}
                onInvite={() => invite(person)}
              />
            </PersonLine>
          </div>
        )}
      </PeoplePicker>
    </Dialog>
  );
}

interface InviteButtonProps {
  person: Person;
  isInvited: boolean;
  isBusy: boolean;
  onInvite: () => void;
}

function InviteButton({ person, isInvited, isBusy, onInvite }: InviteButtonProps) {
  return (
    <Button
      size="xs"
      variant={isInvited ? 'default' : 'filled'}
      // Not disabled, so that it keeps the focus.
      data-disabled={isInvited || undefined}
      aria-disabled={isInvited}
      loading={isBusy}
      aria-label={isInvited ? undefined : `Invite ${displayName(person)}`}
      onClick={isInvited ? undefined : onInvite}
    >
      {isInvited ? 'Invited' : 'Invite'}
    </Button>
  );
}

function hintFor(text: string, matching: readonly Person[] | undefined): string {
  if (text === '') return ABOUT;
  if (text.length < limits.userSearchMinimum) return 'Type at least two letters';
  if (matching === undefined) return 'Searching…';
  return matching.length > 0 ? 'Everyone who matches is already in this list.' : 'No users found matching your search.';
}

/** The matching users; undefined until the answer for `text`. */
function useFoundPeople(text: string): Contact[] | undefined {
  const wanted = useDebounced(text, TYPING_PAUSE_MS);
  const isAsked = wanted === text && text.length >= limits.userSearchMinimum;
  const { data, error } = useQuery({ ...foundPeopleQuery(text), enabled: isAsked });
  useEffect(() => {
    if (error) toastError(error, 'Failed to search users');
  }, [error]);
  return isAsked ? data : undefined;
}

/** The people with whom the viewer shares lists, without those whom the viewer blocks. */
function useSuggestedPeople(): Person[] {
  const fellows = useFellows(null);
  const blocked = useQuery(blocksQuery).data;
  return useMemo(() => {
    const blockedIds = new Set(blocked?.map(({ user }) => user.id));
    return blocked ? fellows.filter(({ id }) => !blockedIds.has(id)) : [];
  }, [fellows, blocked]);
}
