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

/** Without the characters that XML cannot hold. */
const xmlText = (text: string) => text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');

/** The library writes it as CDATA, and forgets that its end can be in it more than once. */
const cdataText = (text: string) => xmlText(text).replaceAll(']]>', ']] >');

/** Readers show a description as HTML. */
const htmlText = (text: string) =>
  xmlText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export function rssFile({ title, description, pageUrl, feedUrl, entries }: RssFile): string {
  const feed = new Feed({
    title: xmlText(title),
    description: xmlText(description),
    id: pageUrl,
    link: pageUrl,
    // Else the library writes the time of the request.
    updated: entries[0]?.date ?? new Date(0),
    generator: 'Marquee',
    ttl: TTL_MINUTES,
    feedLinks: { rss: feedUrl },
  });
  for (const { id, url, title: name, text, date } of entries) {
    feed.addItem({ title: cdataText(name), id, guid: id, link: url, description: htmlText(text), date });
  }
  return feed.rss2();
}
