import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { type Family, families } from '../../common/families.ts';
import { shownName } from '../../common/replica.pending.ts';
import type { Replica } from '../../common/replica.ts';
import type { Contact } from '../../common/user.ts';
import '../components/modal.ts';
import { SearchBox } from '../components/SearchBox.tsx';
import { toast, toastError } from '../components/toast.ts';
import { useFolders } from '../features/folders/folder.store.ts';
import { FlagSwitches, LevelPicker } from '../features/folders/PermissionFields.tsx';
import { PersonLine } from '../features/folders/PersonLine.tsx';
import { accessOf, mayIn, useFolder } from '../features/folders/useFolder.ts';
import { usePermissionChoice } from '../features/folders/usePermissionChoice.ts';
import { useSentInvitations } from '../features/folders/useSentInvitations.ts';
import { worded } from '../features/folders/wording.ts';
import { useUsers } from '../features/users/users.store.ts';
import { useCloseDialog } from '../lib/dialogUrl.ts';
import classes from './ShareDialog.module.css';

/** Invite somebody to a list with permissions of one's choice; opened by ?share=<id>. */
export function ShareDialog() {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const close = useCloseDialog('share');
  const id = params.get('share') ?? '';
  const family = pathname.startsWith(families.category.screenPath) ? families.category : families.folder;
  const { replica, isMissing } = useFolder(id, family.key);
  const isRefused = isMissing || (replica && !mayIn(replica, 'member:invite'));

  // Nothing to share, or no longer: the screen below says what happened.
  useEffect(() => {
    if (isRefused) close();
  }, [isRefused, close]);

  if (!replica || isRefused) return null;
  return (
    <Modal opened onClose={close} title={`Share "${shownName(replica)}"`} size={520} centered>
      <ShareForm replica={replica} family={family} onCancel={close} />
    </Modal>
  );
}

interface ShareFormProps {
  replica: Replica;
  family: Family;
  onCancel: () => void;
}

function ShareForm({ replica, family, onCancel }: ShareFormProps) {
  const [chosen, setChosen] = useState<Contact | null>(null);
  const [isBusy, setBusy] = useState(false);
  const people = usePeople();
  const held = accessOf(replica).flags;
  const choice = usePermissionChoice(held);
  const { id } = replica.folder;

  const send = async () => {
    if (!chosen) return;
    setBusy(true);
    try {
      const body = { [family.idName]: id, invitedUserId: chosen.id, ...choice.flags, canView: true as const };
      await useFolders.getState().sendInvitation(body, family.key);
      toast({
        title: 'Invitation sent',
        description: worded(family, 'Folder invitation sent successfully with selected permissions.'),
      });
      setChosen(null);
      choice.reset();
    } catch (error) {
      toastError(error, 'Failed to send invitation');
    } finally {
      setBusy(false);
    }
  };

  if (!chosen) return <PeoplePicker replica={replica} family={family} people={people} onPick={setChosen} />;
  return (
    <div className={classes.form}>
      <div className={classes.chosen}>
        <PersonLine person={chosen}>
          <Button variant="default" size="xs" onClick={() => setChosen(null)}>
            Change User
          </Button>
        </PersonLine>
      </div>
      <LevelPicker family={family} preset={choice.preset} onPick={choice.pickPreset} />
      <FlagSwitches family={family} flags={choice.flags} held={held} onSwitch={choice.switchOne} />
      <div className={classes.buttons}>
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

/** Drawing thousands of people nobody scrolls to helps no one; typing narrows them down. */
const LISTED = 100;

interface PeoplePickerProps {
  replica: Replica;
  family: Family;
  /** Undefined while they load. */
  people: Contact[] | undefined;
  onPick: (person: Contact) => void;
}

function PeoplePicker({ replica, family, people, onPick }: PeoplePickerProps) {
  const [text, setText] = useState('');
  const sent = useSentInvitations(replica.folder.id, family);
  const isInvited = (person: Contact) => sent?.some(({ invitedUserId }) => invitedUserId === person.id) ?? false;
  const matching = people?.filter((person) => isFree(person, replica) && matches(person, text));
  return (
    <>
      <SearchBox
        value={text}
        onChange={setText}
        placeholder="Search users by name or email..."
        label="Search users"
        isAutoFocused
      />
      <div className={classes.people} aria-live="polite">
        {matching && matching.length > 0 ? (
          <ul className={classes.list} aria-label="Users">
            {matching.slice(0, LISTED).map((person) => (
              <li key={person.id}>
                <button
                  type="button"
                  className={classes.person}
                  disabled={isInvited(person)}
                  onClick={() => onPick(person)}
                >
                  <PersonLine person={person} size={36}>
                    {isInvited(person) && <span className={classes.invited}>Invited</span>}
                  </PersonLine>
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <p className={classes.hint}>{matching ? emptyText(text) : 'Loading users…'}</p>
        )}
      </div>
    </>
  );
}

/** Everybody there is, read once for as long as the dialog is open. */
function usePeople(): Contact[] | undefined {
  const [people, setPeople] = useState<Contact[]>();

  useEffect(() => {
    let isCurrent = true;
    useUsers
      .getState()
      .loadPeople()
      .then((all) => isCurrent && setPeople(all))
      .catch((error) => toastError(error, 'Failed to fetch users'));
    return () => {
      isCurrent = false;
    };
  }, []);

  return people;
}

function emptyText(text: string): string {
  return text.trim() ? 'No users found matching your search.' : 'No more users available to share with.';
}

/** Whoever holds a share already, or the list itself, is left out. */
function isFree(person: Contact, { folder, shares, viewerId }: Replica): boolean {
  if (person.id === folder.userId || person.id === viewerId) return false;
  if (folder.memberIds?.includes(person.id)) return false;
  if (folder.sharedWithUsers?.some((user) => user.id === person.id)) return false;
  return !shares?.some((share) => share.sharedWithUserId === person.id);
}

function matches({ email, firstName, lastName }: Contact, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return [email, firstName, lastName].some((value) => value?.toLowerCase().includes(wanted));
}
