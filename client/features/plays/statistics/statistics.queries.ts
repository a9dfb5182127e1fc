import { keepPreviousData } from '@tanstack/react-query';
import { timeZone } from '../../../lib/dates.ts';
import { listApi, progressApi } from '../../../lib/http/api.ts';
import { callForFile } from '../../../lib/http/http.ts';
import { about, queryOf } from '../../../lib/query.ts';

/** A year, or null for all time. */
export type Year = number | null;

const periodOf = (year: Year) => ({ timeZone: timeZone(), ...(year !== null && { year }) });

/** What the viewer watched. It keeps the last answer meanwhile, for the years to choose from. */
export const statisticsQuery = (year: Year) => ({
  ...queryOf(progressApi.statistics, { query: periodOf(year) }),
  ...about('progress'),
  placeholderData: keepPreviousData,
});

/** What the people of a list watched together. */
export const listStatisticsQuery = (folderId: string | null, year: Year) => ({
  ...queryOf(listApi.folder.statistics, { params: { id: folderId ?? '' }, query: periodOf(year) }),
  enabled: folderId !== null,
});

/** Hands the picture of what the viewer watched to another app, or downloads it where that is not possible. */
export async function sharePicture(year: Year): Promise<void> {
  const picture = await callForFile({ method: 'get', path: '/api/statistics/picture' }, periodOf(year));
  const file = new File([picture], `marquee-${year ?? 'all-time'}.jpg`, { type: 'image/jpeg' });
  if (!(await isShared(file))) download(file);
}

/** False where files cannot be shared. Closing the choice of apps is an answer too. */
async function isShared(file: File): Promise<boolean> {
  if (!navigator.canShare?.({ files: [file] })) return false;
  try {
    await navigator.share({ files: [file] });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

function download(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // The download has begun with the click, but some browsers read the file a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
