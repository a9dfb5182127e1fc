export class BodyGivenUp extends Error {
  readonly reason: 'timeout' | 'too_large';

  constructor(reason: 'timeout' | 'too_large') {
    super(reason);
    this.reason = reason;
  }
}

/**
 * The whole body of what another server answered, as text; thrown up when it is larger than `most` bytes, or when `signal`
 * is aborted. fetch alone does not keep to its signal here: on Node 20 it holds its request weakly, and a body whose
 * request was collected in the meantime is waited for without end.
 */
export async function readBody(response: Response, most: number, signal: AbortSignal): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const giveUp = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', giveUp, { once: true });
  const chunks: Uint8Array[] = [];
  try {
    for (let size = 0; ; ) {
      if (signal.aborted) throw new BodyGivenUp('timeout');
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > most) throw new BodyGivenUp('too_large');
      chunks.push(value);
    }
    // Given up, a body ends as if it were whole.
    if (signal.aborted) throw new BodyGivenUp('timeout');
    return new TextDecoder().decode(Buffer.concat(chunks));
  } finally {
    signal.removeEventListener('abort', giveUp);
    giveUp();
  }
}
