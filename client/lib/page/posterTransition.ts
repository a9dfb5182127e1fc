import { parseTitleParam, type TitleRef, titleParam } from './dialogUrl.ts';

// A poster moves between a screen and the title's dialog with a view transition. Browsers without them, and people who
// want less motion, get the change at once.

/** Both posters have this name, one before the change and the other after it. */
const NAME = 'moving-poster';
/** The page stands still until the change is shown, so this is the longest wait. */
const PATIENCE_MS = 300;

const DIALOG_POSTER = '[data-dialog-poster]';

let isMoving = false;
/** The poster that opened the dialog. A title may be on a screen twice. */
let opener: HTMLElement | null = null;

/** Whether a poster is moving now. The dialog then has no animation of its own. */
export const isPosterMoving = (): boolean => isMoving;

export function canMovePosters(): boolean {
  return 'startViewTransition' in document && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Opens a title's dialog, with the poster of the link moving into it. */
export function openWithPoster(link: HTMLElement, open: () => void): void {
  opener = link;
  movePoster({ from: link, change: open, isShown: () => dialogPoster() !== null, findTarget: dialogPoster });
}

/** Closes a title's dialog, with its poster moving back to the screen if it can be seen there. */
export function closeWithPoster(title: TitleRef, close: () => void): void {
  const target = posterOnScreen(title);
  movePoster({
    from: target && dialogPoster(),
    change: close,
    isShown: () => dialogPoster() === null,
    findTarget: () => (target?.isConnected ? target : null),
  });
}

/** The title whose dialog a poster's link opens. Null for links in dialogs and for other links. */
export function titleOfPosterLink(link: HTMLAnchorElement): TitleRef | null {
  if (!link.parentElement?.matches('[data-poster]') || link.closest('[role="dialog"]')) return null;
  return parseTitleParam(new URL(link.href).searchParams.get('title'));
}

interface Move {
  from: HTMLElement | null;
  change: () => void;
  /** Whether the change is in the page. React shows it a little later. */
  isShown: () => boolean;
  findTarget: () => HTMLElement | null;
}

function movePoster({ from, change, isShown, findTarget }: Move): void {
  if (!from || isMoving || !canMovePosters()) {
    change();
    return;
  }
  isMoving = true;
  from.style.viewTransitionName = NAME;
  let target: HTMLElement | null = null;
  const transition = document.startViewTransition(async () => {
    change();
    await until(isShown);
    from.style.viewTransitionName = '';
    target = findTarget();
    if (target) target.style.viewTransitionName = NAME;
  });
  // The change itself is made even if its animation is skipped, as in a hidden tab.
  transition.ready.catch(() => undefined);
  transition.finished.finally(() => {
    for (const poster of [from, target]) if (poster) poster.style.viewTransitionName = '';
    isMoving = false;
  });
}

/** Waits for a change of the page, without frames, which do not come while the page stands still. */
function until(isShown: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(() => isShown() && finish());
    const timer = setTimeout(finish, PATIENCE_MS);
    observer.observe(document.body, { childList: true, subtree: true });
    if (isShown()) finish();
  });
}

const dialogPoster = () => document.querySelector<HTMLElement>(DIALOG_POSTER);

/** The poster of a title outside of dialogs, if it can be seen. */
function posterOnScreen(title: TitleRef): HTMLElement | null {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-poster] > a')].filter((link) => {
    const linked = titleOfPosterLink(link);
    return linked !== null && titleParam(linked) === titleParam(title) && isInView(link);
  });
  return links.find((link) => link === opener) ?? links[0] ?? null;
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth;
}
