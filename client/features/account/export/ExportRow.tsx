import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { settingsApi } from '../../../lib/http/api.ts';
import { SettingsRow, SettingsValue } from '../settings/SettingsRow.tsx';

/** Downloads all data of the account. */
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

/** The address of the file with all data of the account. */
export const EXPORT_ADDRESS = `${settingsApi.exportAccount.path}?format=marquee`;
