import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { SettingsRow, SettingsValue } from '../settings/SettingsRow.tsx';
import { EXPORT_ADDRESS } from './exportAddress.ts';

/** Downloads everything of the account. */
export function ExportRow() {
  return (
    <SettingsRow
      label="Export your data"
      action={
        <Button
          component="a"
          href={EXPORT_ADDRESS}
          download
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.75} />}
        >
          Download
        </Button>
      }
    >
      <SettingsValue isMissing>Your lists, reviews, diary and settings in one JSON file</SettingsValue>
    </SettingsRow>
  );
}
