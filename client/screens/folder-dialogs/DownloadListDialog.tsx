import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ListFormat } from '../../../common/schemas/export/export.ts';
import { RadioList } from '../../components/controls/Radio.tsx';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { listApi } from '../../lib/http/api.ts';
import type { ListDialogProps } from './listDialog.ts';
import classes from './VisibilityDialog.module.css';

const choices: readonly { value: ListFormat; label: string; description: string }[] = [
  { value: 'csv', label: 'Spreadsheet', description: 'A CSV file with years, notes and what was watched' },
  { value: 'text', label: 'Plain text', description: 'One title a line, to paste anywhere' },
  { value: 'json', label: 'Marquee file', description: 'A JSON file that can be imported here or in another Marquee' },
];

export function DownloadListDialog({ replica, family, onClose }: ListDialogProps) {
  const [format, setFormat] = useState<ListFormat>('csv');
  const path = listApi[family.key].file.path.replace(':id', replica.folder.id);

  return (
    <Dialog onClose={onClose} title="Download this list" size={440} centered>
      <RadioList
        choices={choices}
        value={format}
        onChange={setFormat}
        className={classes.choices}
        aria-label="Format of the file"
      />
      <div className="dialog-buttons">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button component="a" href={`${path}?format=${format}`} download onClick={onClose}>
          Download
        </Button>
      </div>
    </Dialog>
  );
}
