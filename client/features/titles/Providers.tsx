import type { WatchProvider, WatchProviders } from '../../../common/title.ts';
import { imageUrl } from '../../lib/images.ts';
import classes from './Providers.module.css';

const RENT_SHOWN = 6;

/** The US offers; null where there are none. */
export function usOffers(providers: WatchProviders | undefined) {
  const us = providers?.results.US;
  const flatrate = us?.flatrate ?? [];
  const rent = (us?.rent ?? []).slice(0, RENT_SHOWN);
  return flatrate.length + rent.length > 0 ? { flatrate, rent } : null;
}

/** Where it streams and where it can be rented, as logos, and who knows it. */
export function Providers({ offers }: { offers: NonNullable<ReturnType<typeof usOffers>> }) {
  return (
    <>
      <div className={classes.groups}>
        <Group label="Stream" providers={offers.flatrate} />
        <Group label="Rent" providers={offers.rent} />
      </div>
      <p className={classes.source}>
        In the United States, by{' '}
        <a href="https://www.justwatch.com/" target="_blank" rel="noreferrer">
          JustWatch
        </a>
      </p>
    </>
  );
}

function Group({ label, providers }: { label: string; providers: readonly WatchProvider[] }) {
  if (providers.length === 0) return null;
  return (
    <div className={classes.group}>
      <h4 className={classes.label}>{label}</h4>
      <ul className={classes.logos}>
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
