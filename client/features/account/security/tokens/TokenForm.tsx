import { useState } from 'react';
import { limits } from '../../../../../common/constants.ts';
import { shownName } from '../../../../../common/replica/replica.pending.ts';
import type { NewAccessToken } from '../../../../../common/schemas/account/token.ts';
import { Choice } from '../../../../components/controls/Choice.tsx';
import { SearchSelect } from '../../../../components/controls/SearchSelect.tsx';
import { Switch } from '../../../../components/controls/Switch.tsx';
import { TextInput } from '../../../../components/controls/TextInput.tsx';
import { useFormBusy } from '../../../../components/feedback/useBusy.ts';
import { useFolderLists } from '../../../folders/state/useFolderLists.ts';
import { SettingsForm } from '../../settings/SettingsRow.tsx';
import classes from './TokenForm.module.css';
import { createToken } from './token.queries.ts';

const ALL = 'all';

interface TokenFormProps {
  onCreated: (created: NewAccessToken) => void;
  onClose: () => void;
}

/** What a new token is called, may do, and when it ends. */
export function TokenForm({ onCreated, onClose }: TokenFormProps) {
  const [name, setName] = useState('');
  const [mayWrite, setMayWrite] = useState(false);
  const [listId, setListId] = useState(ALL);
  const [days, setDays] = useState('30');
  const { own, sharedWithMe } = useFolderLists();
  const { isBusy, finish } = useFormBusy();
  const lists = [...own, ...sharedWithMe].map((list) => ({ value: list.folder.id, label: shownName(list) }));

  const handleSubmit = () =>
    finish(async () => {
      const scopes = ['read' as const, ...(mayWrite ? ['write' as const] : [])];
      onCreated(
        await createToken({
          name,
          scopes: listId === ALL ? scopes : [...scopes, `list:${listId}`],
          expiresInDays: days === '' ? null : Number(days),
        }),
      );
      onClose();
    }, 'Couldn’t make the access token. Try again.');

  return (
    <SettingsForm
      submit="Make the token"
      isBusy={isBusy}
      isBlank={name.trim() === ''}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className={classes.fields}>
        <TextInput
          label="Name"
          description="So that you know later what uses it."
          placeholder="For example: Backup script"
          size="md"
          value={name}
          maxLength={limits.tokenName.max}
          autoFocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <SearchSelect
          label="For which lists"
          description="A token for one list sees nothing else of you."
          data={[{ value: ALL, label: 'All my lists, reviews and plays' }, ...lists]}
          value={listId}
          onChange={setListId}
        />
        <Choice
          label="Ends"
          size="md"
          data={[
            { value: '30', label: 'In 30 days' },
            { value: '365', label: 'In a year' },
            { value: '', label: 'When I revoke it' },
          ]}
          value={days}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
        <Switch
          label="It may change things too"
          checked={mayWrite}
          onChange={(event) => setMayWrite(event.currentTarget.checked)}
        />
      </div>
    </SettingsForm>
  );
}
