import classes from './Guide.module.css';

/** Where each service has its export. docs/moving.md has all of them. */
const services = [
  { name: 'Letterboxd', where: 'Settings, Data, Export your data' },
  { name: 'IMDb', where: 'Your ratings, your watchlist or a list: Export' },
  { name: 'Trakt', where: 'Settings, Data, Export' },
  { name: 'TV Time', where: 'The ZIP that it sent you before it closed' },
  { name: 'Netflix', where: 'Account, Viewing activity, Download all' },
  { name: 'Prime Video, Disney+, Apple TV', where: 'Ask the service for your data' },
  { name: 'Plex, Jellyfin', where: 'Tautulli’s history, or a backup of Playback Reporting' },
  { name: 'TMDB', where: 'Ratings, watchlist or a list: Export' },
  { name: 'Simkl, Yamtrack, Movary, SeriesGuide', where: 'Settings, Backup or Export' },
  { name: 'Another Marquee', where: 'Account Settings, Export your data' },
  { name: 'A spreadsheet', where: 'Save as CSV. One column has the titles.' },
];

export function Guide() {
  return (
    <section aria-labelledby="import-guide">
      <h2 id="import-guide" className={classes.heading}>
        Where to find your export
      </h2>
      <dl className={classes.services}>
        {services.map(({ name, where }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{where}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
