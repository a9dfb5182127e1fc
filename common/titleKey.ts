/** Identifies a title within a folder, which contains each title only once. */
export function titleKey(title: { mediaType: string; tmdbId: number }): string {
  return `${title.mediaType}:${title.tmdbId}`;
}
