import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { limits } from '../../../common/constants.ts';
import type { Family } from '../../../common/families.ts';
import { shownName } from '../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import type { Contact } from '../../../common/schemas/user.ts';
import { SearchBox } from '../../components/controls/SearchBox.tsx';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { withNames } from '../../components/feedback/withNames.ts';
import { toast, toastError } from '../../components/toast/toast.ts';
import { PersonLine } from '../../features/folders/rights/PersonLine.tsx';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { liveSentInvitations } from '../../features/folders/state/invitation.store.ts';
import { foundPeopleQuery } from '../../features/users/user.queries.ts';
import { TOUCH, useMediaQuery } from '../../lib/page/useMediaQuery.ts';
import { displayName, type Person } from '../../lib/person.ts';
import { useDebounced } from '../../lib/useDebounced.ts';
import classes from './InviteDialog.module.css';
import { useSuggestedPeople } from './useSuggestedPeople.ts';

const TYPING_PAUSE_MS = 180;
const ABOUT = 'They can view and add titles once they accept.';

interface InviteDialogProps {
  replica: Replica;
  family: Family;
  onClose: () => void;
}

/** Invites a user with the default permissions: view and add. */
export function InviteDialog({ replica, family, onClose }: InviteDialogProps) {
  const [text, setText] = useState('');
  const [justInvited, setJustInvited] = useState<ReadonlySet<string>>(new Set());
  const [busyId, setBusyId] = useState<string | null>(null);
  const wanted = text.trim();
  const found = useFoundPeople(wanted);
  const suggested = useSuggestedPeople();
  const isTouch = useMediaQuery(TOUCH);
  const sent = liveSentInvitations.useLoaded(replica.folder.id, family.key);
  const invited = new Set([...justInvited, ...(sent ?? []).map(({ invitedUserId }) => invitedUserId)]);
  const memberIds = replica.folder.memberIds ?? replica.folder.sharedWithUsers?.map((user) => user.id) ?? [];
  const isFree = ({ id }: Person) => ![replica.viewerId, replica.folder.userId, ...memberIds].includes(id);
  const people = (wanted === '' ? suggested : found)?.filter(isFree);

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
    <Dialog
      onClose={onClose}
      title={
        <>
          Invite to "<bdi>{shownName(replica)}</bdi>"
        </>
      }
      size={480}
      centered
    >
      <SearchBox
        value={text}
        onChange={setText}
        placeholder="Search by name, email or username"
        label="Search users"
        // The keyboard of a touch screen would cover the suggestions.
        isAutoFocused={!isTouch}
      />
      <div className={classes.results} aria-live="polite">
        {people && people.length > 0 ? (
          <>
            {wanted === '' && <p className={classes.about}>{ABOUT}</p>}
            <ul className={classes.list} aria-label={wanted === '' ? 'Suggested' : 'Users'}>
              {people.map((person) => (
                <li key={person.id}>
                  <PersonLine person={person}>
                    <InviteButton
                      person={person}
                      isInvited={invited.has(person.id)}
                      isBusy={busyId === person.id}
                      onInvite={() => invite(person)}
                    />
                  </PersonLine>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p className={classes.hint}>{hintFor(wanted, people !== undefined)}</p>
        )}
      </div>
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

function hintFor(text: string, hasAnswer: boolean): string {
  if (text === '') return ABOUT;
  if (text.length < limits.userSearchMinimum) return 'Type at least two letters';
  return hasAnswer ? 'No users found matching your search.' : 'Searching…';
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
