import { useFolderLists } from '../folders/state/useFolderLists.ts';

/** Tells who has no list yet how to start one from a recommendation. */
export function FirstListHint() {
  const { own, sharedWithMe, status } = useFolderLists();
  if (status !== 'ready' || own.length + sharedWithMe.length > 0) return null;
  return 'Press + on a title to start your first list';
}
