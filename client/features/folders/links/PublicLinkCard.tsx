import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { PublicLink } from '../../../../common/schemas/publicLink.ts';
import { TextInput } from '../../../components/controls/TextInput.tsx';
import { copyText } from '../../../components/toast/copyText.ts';
import { dayText } from '../../../lib/dates.ts';
import { displayName } from '../../../lib/person.ts';
import { countOf } from '../state/wording.ts';
import classes from './PublicLinkCard.module.css';

interface PublicLinkCardProps {
  link: PublicLink;
  /** What the viewer is called here, if they made it. */
  isOwn: boolean;
  /** Absent for those who may not end it. */
  onEnd: (() => void) | undefined;
}

/** A public link with its address, what it shows, its visits, and the addresses for other programs. */
export function PublicLinkCard({ link, isOwn, onEnd }: PublicLinkCardProps) {
  const [isOpen, setOpen] = useState(false);
  const moreId = useId();
  return (
    <li className={classes.card}>
      <Address label="Public link" address={link.url} />
      <p className="small-hint">
        {[shownText(link), endText(link), isOwn ? 'by you' : `by ${displayName(link.createdBy)}`].join(' · ')}
      </p>
      <p className="small-hint">{visitsText(link)}</p>
      <div className={classes.buttons}>
        <Button component="a" href={link.url} target="_blank" variant="default" size="xs">
          Open
        </Button>
        <Button
          variant="default"
          size="xs"
          aria-expanded={isOpen}
          aria-controls={moreId}
          onClick={() => setOpen(!isOpen)}
        >
          Feeds and embedding
        </Button>
        {onEnd && (
          <Button variant="default" size="xs" onClick={onEnd}>
            End link
          </Button>
        )}
      </div>
      <div id={moreId} hidden={!isOpen} className={classes.more}>
        {isOpen && addressesOf(link).map((one) => <Address key={one.label} isNamed {...one} />)}
      </div>
    </li>
  );
}

function addressesOf({ url }: PublicLink): { label: string; address: string }[] {
  return [
    { label: 'New titles (RSS)', address: `${url}.rss` },
    { label: 'Release calendar', address: `${url}.ics` },
    { label: 'Table (CSV)', address: `${url}.csv` },
    { label: 'JSON', address: `${url}.json` },
    { label: 'Radarr: Custom Lists', address: `${url}/radarr.json` },
    { label: 'Sonarr: Custom List', address: `${url}/sonarr.json` },
    {
      label: 'Frame for your page',
      address: `<iframe src="${url}/embed" width="480" height="560" loading="lazy" title="A list on Marquee"></iframe>`,
    },
  ];
}

/** An address in a field, with a button that copies it. */
function Address({ label, address, isNamed = false }: { label: string; address: string; isNamed?: boolean }) {
  return (
    <div className={classes.address}>
      <TextInput
        className={classes.field}
        {...(isNamed ? { label } : { 'aria-label': label })}
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant={isNamed ? 'default' : 'filled'}
        aria-label={`Copy: ${label}`}
        leftSection={<IconCopy />}
        onClick={() => copyText(address, { title: 'Copied', description: label })}
      >
        Copy
      </Button>
    </div>
  );
}

function shownText({ showsNotes, showsNames, isFindable }: PublicLink): string {
  const more = [...(showsNotes ? ['notes'] : []), ...(showsNames ? ['first names'] : [])];
  const shown = `Shows titles${more.length > 0 ? ` with ${more.join(' and ')}` : ''}`;
  return isFindable ? `${shown}, also to search engines` : shown;
}

const endText = ({ expiresAt }: PublicLink) => (expiresAt === null ? 'does not end' : `ends ${dayText(expiresAt)}`);

function visitsText({ visits }: PublicLink): string {
  const today = new Date().toISOString().slice(0, 10);
  const sum = (kind: 'pages' | 'feeds') => visits.reduce((count, day) => count + day[kind], 0);
  if (sum('pages') + sum('feeds') === 0) return 'No visits yet';
  const now = visits.find(({ day }) => day === today)?.pages ?? 0;
  return `${countOf(sum('pages'), 'visit')}, ${now} today · feeds fetched ${countOf(sum('feeds'), 'time')}`;
}
