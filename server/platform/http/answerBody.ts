export class BodyGivenUp extends Error {
  readonly reason: 'timeout' | 'too_large';

  constructor(reason: 'timeout' | 'too_large') {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Reads the whole body of another server's response as text. Throws BodyGivenUp when it is larger than `most` bytes or when
 * `signal` is aborted. fetch's own signal is not enough: on Node 20 the request may be garbage collected while its body is
 * read, and then the read waits forever.
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
    // A cancelled body ends like a complete one.
    if (signal.aborted) throw new BodyGivenUp('timeout');
    return new TextDecoder().decode(Buffer.concat(chunks));
  } finally {
    signal.removeEventListener('abort', giveUp);
    giveUp();
  }
}
