import { Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import type { Account } from '../../../common/schemas/operator/operator.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { useBusy } from '../../components/feedback/useBusy.ts';
import { DropdownMenu } from '../../components/menu/DropdownMenu.tsx';
import { MenuButton, opensDialog } from '../../components/menu/MenuButton.tsx';
import { toast, toastError } from '../../components/toast/toast.ts';
import { dayText } from '../../lib/dates.ts';
import { displayName } from '../../lib/person.ts';
import { countOf } from '../folders/state/wording.ts';
import { useConfig } from '../titles/config.store.ts';
import { useUsers } from '../users/users.store.ts';
import classes from './operator.module.css';
import { type AccountAction, changeAccount, resetPassword } from './operator.queries.ts';

/** The actions that the operator must confirm, and the question that asks. */
const questions = {
  disable: {
    title: 'Disable this account?',
    text: (name: string) =>
      `${name} is signed out everywhere at once and cannot sign in until you enable the account. Shared lists stay as they are.`,
    label: 'Disable',
    done: 'Account disabled',
  },
  reset: {
    title: 'Reset the password?',
    text: (name: string) =>
      `${name} is signed out everywhere and gets a temporary password, which you give to them. The next sign-in asks for a new one. Their passkeys are removed; two-step and single sign-on stay.`,
    label: 'Reset password',
    done: 'Password reset',
  },
  deleteAccount: {
    title: 'Delete this account?',
    text: (name: string) =>
      `Everything of ${name} is deleted for good. Lists with members go to the member with most rights. This cannot be undone.`,
    label: 'Delete account',
    done: 'Account deleted',
  },
} as const;

type Question = keyof typeof questions;

/** One account: how much it holds, when it was last used, and what an operator can do with it. */
export function AccountLine({ account }: { account: Account }) {
  const [question, setQuestion] = useState<Question>();
  const [password, setPassword] = useState<string>();
  const name = displayName(account);
  const { lists, items, reviews, lastSeenAt, isOperator, isDisabled, email } = account;
  const facts = [countOf(lists, 'list'), countOf(items, 'title'), countOf(reviews, 'review')].join(' · ');
  const seen = lastSeenAt ? `last seen ${dayText(lastSeenAt)}` : 'not signed in anywhere';
  return (
    <li className={classes.line}>
      <Avatar person={account} size={40} />
      <div className={classes.text}>
        <span className={classes.name}>
          {name}
          {isOperator && <span className={classes.mark}>Operator</span>}
          {isDisabled && (
            <span className={classes.mark} data-tone="bad">
              Disabled
            </span>
          )}
        </span>
        {name !== email && <span className={classes.hint}>{email}</span>}
        <span className={classes.hint}>
          {facts} · {seen}
        </span>
      </div>
      <AccountMenu account={account} onAsk={setQuestion} />
      {question && (
        <Question
          account={account}
          question={question}
          onPassword={setPassword}
          onClose={() => setQuestion(undefined)}
        />
      )}
      {password && <TemporaryPassword name={name} password={password} onClose={() => setPassword(undefined)} />}
    </li>
  );
}

function AccountMenu({ account, onAsk }: { account: Account; onAsk: (question: Question) => void }) {
  const isViewer = useUsers((state) => state.viewer?.id === account.id);
  const hasRequests = useConfig((state) => state.config?.hasRequests ?? false);
  const hasLocalAccounts = useConfig((state) => state.config?.hasLocalAccounts ?? true);
  const name = displayName(account);
  return (
    <div className={classes.end}>
      <MenuButton
        renderMenu={({ button, target }) => (
          <DropdownMenu button={button} target={target} position="bottom-end" width={220}>
            {!account.isDisabled && (
              <Menu.Item onClick={() => act(account.isOperator ? 'removeOperator' : 'makeOperator', account)}>
                {account.isOperator ? 'Remove operator role' : 'Make operator'}
              </Menu.Item>
            )}
            {hasRequests && !account.isDisabled && (
              <Menu.Item onClick={() => act(account.mayRequest ? 'endRequests' : 'allowRequests', account)}>
                {account.mayRequest ? 'End requests in Seerr' : 'Allow requests in Seerr'}
              </Menu.Item>
            )}
            {!isViewer && (
              <>
                {hasLocalAccounts && (
                  <Menu.Item onClick={opensDialog(target, () => onAsk('reset'))}>Reset password</Menu.Item>
                )}
                {account.isDisabled ? (
                  <Menu.Item onClick={() => act('enable', account)}>Enable</Menu.Item>
                ) : (
                  <Menu.Item onClick={opensDialog(target, () => onAsk('disable'))}>Disable</Menu.Item>
                )}
                <Menu.Item className={classes.danger} onClick={opensDialog(target, () => onAsk('deleteAccount'))}>
                  Delete account
                </Menu.Item>
              </>
            )}
          </DropdownMenu>
        )}
      >
        <button type="button" className={classes.menuButton} aria-label={`Actions for ${name}`}>
          <IconDots size={20} stroke={1.75} />
        </button>
      </MenuButton>
    </div>
  );
}

const doneTexts = {
  enable: 'Account enabled',
  makeOperator: 'Operator added',
  removeOperator: 'Operator role removed',
  allowRequests: 'They can request titles now',
  endRequests: 'They can request no more titles',
} as const;

async function act(action: keyof typeof doneTexts & AccountAction, { id }: Account) {
  try {
    await changeAccount(action, id);
    toast({ title: doneTexts[action] });
  } catch (error) {
    toastError(error, 'Couldn’t change the account. Try again.');
  }
}

interface QuestionProps {
  account: Account;
  question: Question;
  onPassword: (password: string) => void;
  onClose: () => void;
}

function Question({ account, question, onPassword, onClose }: QuestionProps) {
  const { isBusy, finish } = useBusy();
  const { title, text, label, done } = questions[question];
  const confirm = () =>
    finish(async () => {
      if (question === 'reset') onPassword(await resetPassword(account.id));
      else await changeAccount(question, account.id);
      toast({ title: done });
      onClose();
    }, 'Couldn’t change the account. Try again.');
  return (
    <ConfirmDialog title={title} confirmLabel={label} isBusy={isBusy} onConfirm={confirm} onClose={onClose}>
      {text(displayName(account))}
    </ConfirmDialog>
  );
}

/** Shown once: only its hash is stored. */
function TemporaryPassword({ name, password, onClose }: { name: string; password: string; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Temporary password" size={420} centered>
      <p className={classes.hint}>Give this to {name}. It is shown only once.</p>
      <p className={classes.password}>{password}</p>
      <div className="dialog-buttons">
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
