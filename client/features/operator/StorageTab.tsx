import { useQuery } from '@tanstack/react-query';
import type { Storage } from '../../../common/schemas/operator/operator.ts';
import { PendingAnswer } from '../../components/feedback/PendingAnswer.tsx';
import { momentText } from '../../lib/dates.ts';
import { countOf } from '../folders/state/wording.ts';
import { BackupsCard, bytesText } from './BackupsCard.tsx';
import { Card } from './Card.tsx';
import classes from './operator.module.css';
import { storageQuery } from './operator.queries.ts';

/** Backups, the disk, what is stored, and the nodes with their work. */
export function StorageTab() {
  const query = useQuery(storageQuery);
  const storage = query.data;
  if (!storage) return <PendingAnswer query={query} />;
  return (
    <div className={classes.stack}>
      {storage.backups && <BackupsCard backups={storage.backups} />}
      {(storage.disk || storage.backups) && <DiskCard disk={storage.disk} />}
      <Card title="Stored data" about="How many of each are in the database.">
        <dl className={classes.numbers}>
          {storage.collections.map(({ name, label, documents }) => (
            <div className={classes.number} key={name}>
              <dt>{label}</dt>
              <dd>{documents.toLocaleString('en')}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <JobsCard storage={storage} />
    </div>
  );
}

function DiskCard({ disk }: { disk: Storage['disk'] }) {
  if (!disk) {
    return (
      <Card title="Disk" about="Couldn’t read how much is free. The server’s log says why.">
        <div className={classes.foot} />
      </Card>
    );
  }
  const { freeBytes, totalBytes } = disk;
  const used = 1 - freeBytes / totalBytes;
  return (
    <Card title="Disk" about={`${bytesText(freeBytes)} of ${bytesText(totalBytes)} are free.`}>
      <div className={classes.meter} role="img" aria-label={`${Math.round(used * 100)} % used`}>
        <span style={{ width: `${used * 100}%` }} />
      </div>
      <div className={classes.foot} />
    </Card>
  );
}

function JobsCard({ storage: { nodes, jobs, leases } }: { storage: Storage }) {
  return (
    <Card title="Nodes and jobs">
      <ul className={classes.lines}>
        {nodes.map(({ id, seenAt, version, isOwn }) => (
          <li className={classes.line} key={id}>
            <div className={classes.text}>
              <span className={classes.name}>
                Node {id.slice(0, 8)}
                {isOwn && <span className={classes.mark}>This one</span>}
              </span>
              <span className={classes.hint}>
                {version ? `Marquee ${version} · ` : ''}heard from at {momentText(seenAt)}
              </span>
            </div>
          </li>
        ))}
        {jobs.map(({ name, waiting }) => (
          <li className={classes.line} key={name}>
            <div className={classes.text}>
              <span className={classes.name}>{name}</span>
              <span className={classes.hint}>
                {waiting === 0 ? 'Nothing waiting' : `${countOf(waiting, 'entry', 'entries')} waiting`}
              </span>
            </div>
          </li>
        ))}
        {leases.map(({ name, until }) => (
          <li className={classes.line} key={name}>
            <div className={classes.text}>
              <span className={classes.name}>{name}</span>
              <span className={classes.hint}>One node runs it until {momentText(until)}</span>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
