import { Switch } from '../../../components/controls/Switch.tsx';
import { chooseKeeping, useKeepsLists } from '../../offline/keeping.ts';
import { useQueue } from '../../offline/queue.store.ts';
import { SettingsRow, SettingsValue } from './SettingsRow.tsx';

/** Whether this device keeps what the viewer has, to show it without a connection. */
export function KeepListsRow() {
  const keeps = useKeepsLists();
  const hasWaiting = useQueue(({ entries }) => entries.length > 0);
  return (
    <SettingsRow
      label="Offline"
      action={
        <Switch
          aria-label="Keep my lists on this device"
          checked={keeps}
          disabled={hasWaiting}
          onChange={({ currentTarget }) => chooseKeeping(currentTarget.checked)}
        />
      }
    >
      <SettingsValue isMissing>
        {hasWaiting
          ? 'Changes on this device still wait for a connection'
          : 'Keep my lists on this device, to read and change them offline'}
      </SettingsValue>
    </SettingsRow>
  );
}
