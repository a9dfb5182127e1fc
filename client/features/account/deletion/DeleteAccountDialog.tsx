import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { DeletionPlan } from '../../../../common/schemas/account/deletion.ts';
import { Choice } from '../../../components/controls/Choice.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { PendingAnswer } from '../../../components/feedback/PendingAnswer.tsx';
import { toastError } from '../../../components/toast/toast.ts';
import { settingsApi } from '../../../lib/http/api.ts';
import { ApiError, call } from '../../../lib/http/http.ts';
import { displayName } from '../../../lib/person.ts';
import { queryOf } from '../../../lib/query.ts';
import { countOf } from '../../folders/state/wording.ts';
import { useConfig } from '../../titles/config.store.ts';
import { exportAddress } from '../export/ExportRow.tsx';
import { withFreshSignIn } from '../freshSignIn.store.ts';
import { PasswordField } from '../settings/password/PasswordField.tsx';
import { signInMethodsQuery } from '../settings/signInMethods.queries.ts';
import classes from './deletion.module.css';

interface DeleteAccountDialogProps {
  onClose: () => void;
}

const DELETE = 'delete';

/** Says what the deletion of the account does, and asks what becomes of lists with members. */
export function DeleteAccountDialog({ onClose }: DeleteAccountDialogProps) {
  const plan = useQuery(queryOf(settingsApi.deletionPlan));
  const methods = useQuery(signInMethodsQuery);
  const hasLocalAccounts = useConfig((state) => state.config?.hasLocalAccounts ?? true);
  return (
    <Dialog onClose={onClose} title="Delete your account?" size={480} centered>
      {plan.data && methods.data ? (
        <DeletionForm plan={plan.data} hasPassword={hasLocalAccounts && methods.data.hasPassword} onClose={onClose} />
      ) : (
        <PendingAnswer query={plan.data ? methods : plan} />
      )}
    </Dialog>
  );
}

interface DeletionFormProps extends DeleteAccountDialogProps {
  plan: DeletionPlan;
  /** Whether the deletion needs the current password. */
  hasPassword: boolean;
}

function DeletionForm({ plan, hasPassword, onClose }: DeletionFormProps) {
  const [newOwners, setNewOwners] = useState<Record<string, string>>({});
  const [currentPassword, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const choose = (listId: string, choice: string) => setNewOwners((known) => ({ ...known, [listId]: choice }));

  const changePassword = (value: string) => {
    setPassword(value);
    setProblem(undefined);
  };

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const lists = choicesOf(plan, newOwners);
      await withFreshSignIn(() =>
        call(settingsApi.deleteAccount, { body: { lists, ...(hasPassword && { currentPassword }) } }),
      );
      // Nothing of the account may stay in this tab.
      window.location.assign('/');
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 'forbidden') setProblem(error.text);
      else toastError(error, 'Couldn’t delete your account. Try again.');
    }
  };

  return (
    <form className={classes.form} onSubmit={handleSubmit}>
      <Consequences plan={plan} />
      {plan.sharedLists.length > 0 && <SharedLists lists={plan.sharedLists} newOwners={newOwners} onChoose={choose} />}
      {hasPassword && (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          value={currentPassword}
          problem={problem}
          onChange={changePassword}
        />
      )}
      <div className="dialog-buttons">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          className={classes.dangerFill}
          loading={isBusy}
          disabled={hasPassword && currentPassword === ''}
        >
          Delete account
        </Button>
      </div>
    </form>
  );
}

function Consequences({ plan }: { plan: DeletionPlan }) {
  return (
    <>
      <p className={classes.text}>{summaryOf(plan)}</p>
      <p className={classes.text}>
        You can{' '}
        <a href={exportAddress('marquee')} download className={classes.link}>
          download your data
        </a>{' '}
        first.
      </p>
    </>
  );
}

/** What is to be done with each shared list. Without a choice, its first member gets it. */
function choicesOf({ sharedLists }: DeletionPlan, newOwners: Record<string, string>) {
  return sharedLists.map(({ id, members }) => {
    const choice = newOwners[id] ?? members[0]?.id ?? DELETE;
    return { listId: id, newOwnerId: choice === DELETE ? null : choice };
  });
}

interface SharedListsProps {
  lists: DeletionPlan['sharedLists'];
  /** By list id: the chosen member's id, or DELETE. */
  newOwners: Record<string, string>;
  onChoose: (listId: string, choice: string) => void;
}

function SharedLists({ lists, newOwners, onChoose }: SharedListsProps) {
  return (
    <fieldset className={classes.lists}>
      <legend>Lists that you share with others</legend>
      {lists.map(({ id, name, members }) => (
        <Choice
          key={id}
          size="md"
          label={name}
          value={newOwners[id] ?? members[0]?.id}
          onChange={({ currentTarget }) => onChoose(id, currentTarget.value)}
          data={[
            ...members.map((member) => ({ value: member.id, label: `Hand over to ${displayName(member)}` })),
            { value: DELETE, label: 'Delete it for everybody' },
          ]}
        />
      ))}
    </fieldset>
  );
}

function summaryOf({ ownLists, reviews, plays }: DeletionPlan): string {
  const what = [countOf(ownLists, 'list'), countOf(reviews, 'review'), countOf(plays, 'diary entry', 'diary entries')];
  return `${what.join(', ')}, your picture and everything else in your account are deleted for good. In other people's lists your changes stay, without your name.`;
}
