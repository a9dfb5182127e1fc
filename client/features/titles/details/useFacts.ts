import { useQuery } from '@tanstack/react-query';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { factsQuery, type TitleRef } from '../title.queries.ts';
import { useTitles } from '../title.store.ts';

const noTitle: TitleRef = { mediaType: 'movie', tmdbId: 0 };

/** The facts of a dialog's title: from a loaded list, else loaded. */
export function useFacts(ref: TitleRef | null): { facts: TitleFacts | undefined; hasFailed: boolean } {
  const key = ref && titleKey(ref);
  const listed = useTitles((state) => (key ? state.facts[key] : undefined));
  const isAsked = ref !== null && !listed;
  const { data, isError } = useQuery({ ...factsQuery(ref ?? noTitle), enabled: isAsked });
  return { facts: listed ?? (isAsked ? data : undefined), hasFailed: isAsked && isError };
}
