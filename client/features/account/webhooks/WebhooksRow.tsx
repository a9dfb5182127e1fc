import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyDialog } from '../../../components/dialogs/lazyDialog.tsx';
import { SettingsRow, SettingsValue } from '../settings/SettingsRow.tsx';
import { webhooksQuery } from './webhook.queries.ts';

const WebhooksDialog = lazyDialog(() => import('./WebhooksDialog.tsx'), 'WebhooksDialog');

/** Opens the user's webhooks, and says when the server has turned one off. */
export function WebhooksRow() {
  const { data: webhooks = [] } = useQuery(webhooksQuery);
  const [isOpen, setOpen] = useState(false);
  const isTurnedOff = webhooks.some(({ offBecause }) => offBecause !== null);

  return (
    <SettingsRow
      label="Webhooks"
      action={
        <Button variant="default" onClick={() => setOpen(true)}>
          Open webhooks
        </Button>
      }
    >
      <SettingsValue isMissing={!isTurnedOff}>
        {isTurnedOff
          ? 'A webhook was turned off because nothing arrived. Open them to see which.'
          : 'Send what changes to a chat or a program of yours'}
      </SettingsValue>
      {isOpen && <WebhooksDialog list={null} onClose={() => setOpen(false)} />}
    </SettingsRow>
  );
}
