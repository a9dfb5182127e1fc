const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** '1.4 GB'. */
export function bytesText(bytes: number): string {
  const place = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** place;
  return `${value.toFixed(value < 10 && place > 0 ? 1 : 0)} ${units[place]}`;
}
