/** Reads a Retry-After header, which has seconds or a date. Returns milliseconds from now, or undefined if it is missing or invalid. */
export function retryAfterMs(header: string | null | undefined): number | undefined {
  const value = header?.trim();
  if (!value) return undefined;
  // biome-ignore lint/plugin: the date is of another server
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
