import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { EpisodeNumber } from '../../../../common/progress.ts';
import type { Comment } from '../../../../common/schemas/comment.ts';
import { readComments, writeComment } from '../../../testing/comments.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { recordPlay } from '../../../testing/plays.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab, recordFrames } from '../../../testing/tabs.ts';

const server = setUpServer();

interface Written {
  act: 'write';
  on: 'film' | 'show';
  about: EpisodeNumber | null;
  spoiler: boolean;
}

interface Seen {
  act: 'see';
  on: 'film' | 'show';
  season?: number;
  episode?: number;
}

type Act = Written | Seen | { act: 'forget' };

const season = fc.integer({ min: 0, max: 2 });
const episode = fc.integer({ min: 1, max: 3 });
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    fc.record({
      act: fc.constant('write' as const),
      on: fc.constant('show' as const),
      about: fc.option(fc.record({ season, episode })),
      spoiler: fc.boolean(),
    }),
    fc.record({
      act: fc.constant('write' as const),
      on: fc.constant('film' as const),
      about: fc.constant(null),
      spoiler: fc.boolean(),
    }),
    fc.record({ act: fc.constant('see' as const), on: fc.constant('show' as const), season, episode }),
    fc.record({ act: fc.constant('see' as const), on: fc.constant('show' as const), season }),
    fc.record({ act: fc.constant('see' as const), on: fc.constantFrom('film' as const, 'show' as const) }),
    fc.constant({ act: 'forget' as const }),
  ),
  { minLength: 4, maxLength: 14 },
);

/** Whether plays in any order reach what a comment is about, said in another way than the server does. */
function isReached({ on, about, spoiler }: Written, plays: readonly Seen[]): boolean {
  const ofTitle = plays.filter((play) => play.on === on);
  if (!about) return !spoiler || ofTitle.some((play) => play.season === undefined);
  const place = (one: { season?: number; episode?: number }) => (one.season ?? 0) * 1000 + (one.episode ?? 999);
  return ofTitle.some((play) =>
    about.season === 0
      ? play.season === 0 && play.episode === about.episode
      : (play.season ?? 0) > 0 && place(play) >= place(about),
  );
}

/** Everything else that a member's browser or export can have. */
const elsewhere = (folderId: string) => [
  `/api/folders/${folderId}`,
  `/api/folders/${folderId}/items`,
  `/api/folders/${folderId}/changes`,
  `/api/folders/${folderId}/changes?since=1`,
  `/api/folders/${folderId}/unread-comments`,
  `/api/folders/search?q=secret`,
  `/api/folders/${folderId}/seen`,
  `/api/folders/${folderId}/groups`,
  `/api/folders/${folderId}/statistics`,
  `/api/watchlist?folderId=${folderId}`,
  '/api/folders',
  '/api/plays',
  '/api/plays/proposals',
  '/api/progress',
  '/api/up-next',
  '/api/statistics',
  '/api/calendar?from=2026-01-01&to=2026-01-31',
  '/api/export?format=marquee',
];

test('no answer, event or export has the text of a comment beyond what its reader has reached (P38)', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (sequence) => {
      const [ana, ben] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben')]);
      const { id: folderId } = await createFolder(ana);
      await shareWith(ana, folderId, ben, only('canAdd'));
      const items = { film: await addItem(ana, folderId), show: await addItem(ana, folderId, { mediaType: 'tv' }) };
      const tab = await openTab(server, ben);
      const frames = recordFrames(tab);
      const written: (Written & { id: string; text: string })[] = [];
      const plays: (Seen & { id: string })[] = [];

      for (const step of sequence) {
        if (step.act === 'write') {
          const text = `secret-${folderId}-${written.length}`;
          const { about, spoiler } = step;
          const { id } = await writeComment(ana, folderId, items[step.on].id, { text, about, spoiler });
          written.push({ ...step, id, text });
        } else if (step.act === 'see') {
          const { mediaType, tmdbId } = items[step.on];
          const { act: _act, on: _on, ...numbers } = step;
          plays.push({ ...step, id: (await recordPlay(ben, { mediaType, tmdbId, ...numbers })).id });
        } else {
          const play = plays.shift();
          if (play) await ben.delete(`/api/plays/${play.id}`);
        }
      }

      const shown = [...(await readComments(ben, items.film)), ...(await readComments(ben, items.show))];
      for (const comment of written) {
        const isOpen = isReached(comment, plays);
        expect([comment, textOf(shown, comment.id)]).toEqual([comment, isOpen ? comment.text : null]);
        // Only spoilers about the title as a whole are shown on request.
        const asked = (await ben.get(`/api/comments/${comment.id}?show=true`)).text;
        expect([comment, asked.includes(comment.text)]).toEqual([comment, isOpen || comment.about === null]);
      }
      const others = await readAll(ben, elsewhere(folderId));
      tab.close();
      expect([...others, ...frames].filter((answer) => answer.includes(`secret-${folderId}`))).toEqual([]);
      const own = await ana.get('/api/export?format=marquee');
      for (const { text } of written) expect(own.text).toContain(text);
    }),
    { numRuns: 12 },
  );
});

async function readAll(person: Person, paths: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(paths.map((path) => person.get(path)));
  return answers.map(({ text }) => text);
}

function textOf(comments: readonly Comment[], id: string): string | null | undefined {
  const comment = comments.find((one) => one.id === id);
  return comment?.hidden ? null : comment?.text;
}
