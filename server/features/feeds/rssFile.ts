import { Feed } from 'feed';

interface RssFile {
  title: string;
  description: string;
  /** The page that the feed belongs to, and the address of the feed itself. */
  pageUrl: string;
  feedUrl: string;
  /** The newest first. The id of an entry never changes. */
  entries: readonly { id: string; title: string; url: string; text: string; date: Date }[];
}

/** Readers that ask more often get the same. */
const TTL_MINUTES = 60;

export function rssFile({ title, description, pageUrl, feedUrl, entries }: RssFile): string {
  const feed = new Feed({
    title,
    description,
    id: pageUrl,
    link: pageUrl,
    // Else the library writes the time of the request.
    updated: entries[0]?.date ?? new Date(0),
    generator: 'Marquee',
    ttl: TTL_MINUTES,
    feedLinks: { rss: feedUrl },
  });
  for (const { id, url, text, ...entry } of entries) {
    feed.addItem({ ...entry, id, guid: id, link: url, description: text });
  }
  return feed.rss2();
}
