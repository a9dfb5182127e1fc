import { nameOfCountry } from '../../../../common/countries.ts';
import type { OfferKind, WatchProvider, WatchProviders } from '../../../../common/schemas/title.ts';
import { imageUrl } from '../../../lib/images.ts';
import classes from './Providers.module.css';

interface Offers {
  kind: OfferKind;
  label: string;
  providers: WatchProvider[];
}

/** All subscription services are shown, and this many of each other kind. */
const SHOWN = 6;

const kinds: { kind: OfferKind; label: string; most?: number }[] = [
  { kind: 'flatrate', label: 'Stream' },
  { kind: 'rent', label: 'Rent', most: SHOWN },
  { kind: 'free', label: 'Free', most: SHOWN },
  { kind: 'ads', label: 'Free with ads', most: SHOWN },
  { kind: 'buy', label: 'Buy', most: SHOWN },
];

/** The offers in a country by kind, in display order. Returns null if there are none. */
export function offersIn(region: string, providers: WatchProviders | undefined): Offers[] | null {
  const found = providers?.results[region];
  const offers = kinds
    .map(({ kind, label, most }) => ({ kind, label, providers: (found?.[kind] ?? []).slice(0, most) }))
    .filter((one) => one.providers.length > 0);
  return offers.length > 0 ? offers : null;
}

/** Where a title can be watched, as logos by kind of offer, with the source. */
export function Providers({ offers, region }: { offers: readonly Offers[]; region: string }) {
  return (
    <>
      <div className={classes.groups}>
        {offers.map(({ kind, label, providers }) => (
          <Group key={kind} label={label} providers={providers} />
        ))}
      </div>
      <p className={classes.source}>
        In {nameOfCountry(region)}, by{' '}
        <a href="https://www.justwatch.com/" target="_blank" rel="noreferrer">
          JustWatch
        </a>
      </p>
    </>
  );
}

function Group({ label, providers }: Omit<Offers, 'kind'>) {
  return (
    <div>
      <h4 className={classes.label}>{label}</h4>
      <ul className={classes.logos} aria-label={label}>
        {providers.map((provider) => {
          const logo = imageUrl(provider.logo_path, 'w92');
          return (
            <li key={provider.provider_id} className={classes.provider}>
              {logo ? <img className={classes.logo} src={logo} alt="" width={40} height={40} /> : null}
              <span>{provider.provider_name}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
