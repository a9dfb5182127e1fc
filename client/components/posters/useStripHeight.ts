import { TOUCH, useMediaQuery } from '../../lib/page/useMediaQuery.ts';

/** A finger needs 44 px. Style sheets have the same number. */
const STRIP_HEIGHT = 44;

/** The height of the strip below each poster that has an action. Only touch screens have it: they cannot hover. */
export function useStripHeight(hasActions = false): number {
  const isTouch = useMediaQuery(TOUCH);
  return hasActions && isTouch ? STRIP_HEIGHT : 0;
}
