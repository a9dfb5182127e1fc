import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportFormat } from '../../../../common/schemas/export/export.ts';
import { Choice, chosen } from '../../../components/controls/Choice.tsx';
import { settingsApi } from '../../../lib/http/api.ts';
import { SettingsRow, SettingsValue } from '../settings/SettingsRow.tsx';

interface FormatChoice {
  value: ExportFormat;
  label: string;
  /** What the file has. */
  hint: string;
}

const choices: FormatChoice[] = [
  {
    value: 'marquee',
    label: 'Everything, for Marquee',
    hint: 'Your lists, reviews, diary and settings in one JSON file',
  },
  { value: 'letterboxd', label: 'For Letterboxd', hint: 'Films with their days, stars and reviews, and your lists' },
  { value: 'imdb', label: 'For IMDb', hint: 'Your ratings of titles whose IMDb number is known' },
  { value: 'trakt', label: 'For Trakt', hint: 'What you have seen, your ratings and lists' },
  { value: 'csv', label: 'For a spreadsheet', hint: 'Tables of your lists, diary and reviews' },
];

/** Downloads the data of the account, in the format that the user chooses. */
export function ExportRow() {
  const [format, setFormat] = useState<ExportFormat>('marquee');
  return (
    <SettingsRow
      label="Export your data"
      action={
        <Button component="a" href={exportAddress(format)} download variant="default" leftSection={<IconDownload />}>
          Download
        </Button>
      }
      below={
        <Choice
          mt={14}
          maw={420}
          aria-label="Format of the file"
          data={choices.map(({ value, label }) => ({ value, label }))}
          value={format}
          onChange={({ currentTarget }) => setFormat(chosen(choices, currentTarget.value) ?? format)}
        />
      }
    >
      <SettingsValue isMissing>{choices.find(({ value }) => value === format)?.hint}</SettingsValue>
    </SettingsRow>
  );
}

/** The address of a file with the data of the account. */
export function exportAddress(format: ExportFormat): string {
  return `${settingsApi.exportAccount.path}?format=${format}`;
}
