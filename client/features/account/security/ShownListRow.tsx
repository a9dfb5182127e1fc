import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { SettingsRow, SettingsValue } from '../settings/SettingsRow.tsx';

interface ShownListRowProps {
  /** For links to this row. */
  id?: string;
  label: string;
  hint: string;
  load: () => Promise<unknown>;
  /** The toast when loading fails. */
  failure: string;
  /** The list. */
  children: ReactNode;
}

/** A row with a list that is loaded each time it is shown. */
export function ShownListRow({ id, label, hint, load, failure, children }: ShownListRowProps) {
  const [isShown, setShown] = useState(false);
  const { isBusy, run } = useBusy();

  const show = () =>
    run(async () => {
      await load();
      setShown(true);
    }, failure);
  const action = isShown ? 'Hide' : 'Show';

  return (
    <SettingsRow
      id={id}
      label={label}
      action={
        <Button
          variant="default"
          aria-label={`${action} ${label.toLowerCase()}`}
          aria-expanded={isShown}
          loading={isBusy}
          onClick={() => (isShown ? setShown(false) : show())}
        >
          {action}
        </Button>
      }
      below={isShown && children}
    >
      <SettingsValue isMissing>{hint}</SettingsValue>
    </SettingsRow>
  );
}
