import { Button } from '@mantine/core';
import { IconDatabase } from '@tabler/icons-react';
import type { BackupSchedule, Storage } from '../../../common/schemas/operator/operator.ts';
import { ChoiceLine } from '../../components/ChoiceLine.tsx';
import { SegmentedFilter } from '../../components/controls/SegmentedFilter.tsx';
import { useBusy } from '../../components/feedback/useBusy.ts';
import { RoundIcon } from '../../components/RoundIcon.tsx';
import { toast, toastError } from '../../components/toast/toast.ts';
import { momentText } from '../../lib/dates.ts';
import { Card } from './Card.tsx';
import classes from './operator.module.css';
import { backUp, changeSchedule } from './operator.queries.ts';

const rhythms = [
  { value: 'never', label: 'Never' },
  { value: '1', label: 'Daily' },
  { value: '7', label: 'Weekly' },
] as const;

const counts = [
  { value: '3', label: '3' },
  { value: '7', label: '7' },
  { value: '30', label: '30' },
] as const;

type Rhythm = (typeof rhythms)[number]['value'];
type Count = (typeof counts)[number]['value'];

/** The backups of the embedded database: made now, or by a schedule. */
export function BackupsCard({ backups: { folder, schedule, made } }: { backups: NonNullable<Storage['backups']> }) {
  const { everyDays, keep } = schedule;
  const rhythm = everyDays === null ? 'never' : (String(everyDays) as Rhythm);
  return (
    <Card
      title="Backups"
      about={`In ${folder}. To restore one, stop Marquee and run: npm run admin -- restore FOLDER`}
      action={<BackUpButton />}
    >
      <div className={classes.form}>
        <ChoiceLine label="Automatic backups">
          <SegmentedFilter
            choices={rhythms}
            value={rhythm}
            onChange={(value) => change({ everyDays: value === 'never' ? null : Number(value) })}
            label="How often a backup is made automatically"
          />
        </ChoiceLine>
        <ChoiceLine label="Keep the last">
          <SegmentedFilter
            choices={counts}
            value={String(keep) as Count}
            onChange={(value) => change({ keep: Number(value) })}
            label="How many backups are kept"
          />
        </ChoiceLine>
      </div>
      {made === null && <p className={classes.problem}>Couldn’t read the backups. The server’s log says why.</p>}
      {made && made.length > 0 && (
        <ul className={classes.lines}>
          {made.map(({ name, createdAt, bytes }) => (
            <li className={classes.line} key={name}>
              <RoundIcon>
                <IconDatabase size={20} stroke={1.75} />
              </RoundIcon>
              <div className={classes.text}>
                <span className={classes.name}>{momentText(createdAt)}</span>
                <span className={classes.hint}>
                  {name} · {bytesText(bytes)}
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function BackUpButton() {
  const { isBusy, run } = useBusy();
  const handleClick = () =>
    run(async () => {
      await backUp();
      toast({ title: 'Backup made' });
    }, 'Couldn’t make a backup. The server’s log says why.');
  return (
    <Button loading={isBusy} onClick={handleClick}>
      Back up now
    </Button>
  );
}

async function change(schedule: Partial<BackupSchedule>) {
  try {
    await changeSchedule(schedule);
    toast({ title: 'Schedule saved' });
  } catch (error) {
    toastError(error, 'Couldn’t save the schedule. Try again.');
  }
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** '1.4 GB'. */
export function bytesText(bytes: number): string {
  const place = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** place;
  return `${value.toFixed(value < 10 && place > 0 ? 1 : 0)} ${units[place]}`;
}
