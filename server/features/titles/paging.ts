import { limits } from '../../../common/constants.ts';
import type { Page } from '../../../common/schemas/title.ts';

const PAGE_SIZE = 20;

export function pageOfList<T, R>(list: readonly T[], page: number, present: (entry: T) => R): Page<R> {
  const start = (page - 1) * PAGE_SIZE;
  return {
    page,
    results: list.slice(start, start + PAGE_SIZE).map(present),
    total_pages: Math.min(Math.ceil(list.length / PAGE_SIZE), limits.titlePages),
    total_results: list.length,
  };
}
