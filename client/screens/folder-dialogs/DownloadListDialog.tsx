import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Family } from '../../../common/families.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import type { ListFormat } from '../../../common/schemas/export/export.ts';
import { Radio } from '../../components/controls/Radio.tsx';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { listApi } from '../../lib/http/api.ts';
import classes from './VisibilityDialog.module.css';

interface DownloadListDialogProps {
  replica: Replica;
  family: Family;
  onClose: () => void;
}

const choices: readonly { value: ListFormat; label: string; hint: string }[] = [
  { value: 'csv', label: 'Spreadsheet', hint: 'A CSV file with years, notes and what was watched' },
  { value: 'text', label: 'Plain text', hint: 'One title a line, to paste anywhere' },
  { value: 'json', label: 'Marquee file', hint: 'A JSON file that can be imported here or in another Marquee' },
];

/** The dialog in which whoever reads a list downloads it. */
export function DownloadListDialog({ replica, family, onClose }: DownloadListDialogProps) {
  const [format, setFormat] = useState<ListFormat>('csv');
  const path = listApi[family.key].file.path.replace(':id', replica.folder.id);

  return (
    <Dialog onClose={onClose} title="Download this list" size={440} centered>
      <Radio.Group value={format} onChange={(next) => setFormat(next as ListFormat)} aria-label="Format of the file">
        <div className={classes.choices}>
          {choices.map((choice) => (
            <Radio key={choice.value} value={choice.value} label={choice.label} description={choice.hint} />
          ))}
        </div>
      </Radio.Group>
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
