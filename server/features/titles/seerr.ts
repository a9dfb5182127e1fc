import { z } from 'zod';
import type { RequestedTitle, RequestState } from '../../../common/schemas/request.ts';
import type { Config } from '../../config/config.ts';
import { readBody } from '../../platform/http/answerBody.ts';
import { upstreamAway } from '../../platform/http/errors.ts';
import { log } from '../../platform/log.ts';

/** The operator's Seerr, also Overseerr and Jellyseerr, which have the same calls. */
export interface Seerr {
  stateOf(title: RequestedTitle): Promise<RequestState['state']>;
  /** Asks for a title, of a show for all seasons. */
  request(title: RequestedTitle): Promise<void>;
}

const TIMEOUT_MS = 8000;
/** Answers have a few kilobytes; details of long shows have more. */
const MAX_BYTES = 5_000_000;

const away = () => upstreamAway('Seerr did not answer. Try again in a moment.');
const refused = () => upstreamAway('Seerr refused the request. Ask the person who runs this site.');

/** The other parts of a title do not matter here. */
const titleAnswer = z.object({ mediaInfo: z.object({ status: z.int() }).nullish() });

/** The numbers of Seerr's MediaStatus. Titles that were deleted there can be requested again. */
const states: Record<number, RequestState['state']> = {
  2: 'requested',
  3: 'processing',
  4: 'partly-available',
  5: 'available',
};

export function createSeerr(config: NonNullable<Config['seerr']>, timeoutMs = TIMEOUT_MS): Seerr {
  /** The status and body of an answer. Throws upstream without one. Errors say nothing of the address or the key. */
  async function ask(path: string, body?: object): Promise<{ status: number; answer: unknown }> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${config.baseUrl.href.replace(/\/$/, '')}/api/v1${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'X-Api-Key': config.apiKey, ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal,
      });
      const text = await readBody(response, MAX_BYTES, signal);
      if (response.status >= 500) throw new Error(`status ${response.status}`);
      return { status: response.status, answer: response.ok ? JSON.parse(text) : null };
    } catch (error) {
      const reason = error instanceof Error ? `${error.name} ${error.message}`.slice(0, 200) : 'unknown';
      log.warn({ reason: reason.replaceAll(config.apiKey, '***') }, 'Seerr did not answer');
      throw away();
    }
  }
  return {
    async stateOf({ mediaType, tmdbId }) {
      const { status, answer } = await ask(`/${mediaType}/${tmdbId}`);
      if (status === 404) return 'none';
      if (status >= 400) throw refused();
      const parsed = titleAnswer.safeParse(answer);
      if (!parsed.success) throw away();
      return states[parsed.data.mediaInfo?.status ?? 0] ?? 'none';
    },
    async request({ mediaType, tmdbId }) {
      const { status } = await ask('/request', {
        mediaType,
        mediaId: tmdbId,
        ...(mediaType === 'tv' && { seasons: 'all' }),
      });
      // 409: somebody has requested it. 202: there is nothing left of the show to request.
      if (status >= 400 && status !== 409) throw refused();
    },
  };
}
