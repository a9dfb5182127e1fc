import { TOUCH } from '../lib/page/useMediaQuery.ts';

/** The browser features that jsdom lacks, for a window of the given width, on a touch screen or not. */
export function fakeWindow(width = 1440, isTouch = false): void {
  window.innerWidth = width;
  window.matchMedia = (query: string) => {
    const minimum = Number(query.match(/min-width: ([\d.]+)px/)?.[1] ?? 0);
    const maximum = Number(query.match(/max-width: ([\d.]+)em/)?.[1] ?? Number.POSITIVE_INFINITY) * 16;
    return {
      matches: query === TOUCH ? isTouch : /width/.test(query) && width >= minimum && width <= maximum,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    } as unknown as MediaQueryList;
  };
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  window.IntersectionObserver = class extends window.ResizeObserver {
    root = null;
    rootMargin = '';
    scrollMargin = '';
    thresholds = [];
    takeRecords = () => [];
  } as unknown as typeof IntersectionObserver;
  // There are no style sheets: jsdom would look for their rules each time that the name of an element is computed.
  window.getComputedStyle = (element) => (element as HTMLElement).style;
  window.scrollTo = () => undefined;
  // Mantine scrolls the chosen option of a list into view.
  Element.prototype.scrollIntoView = () => undefined;
}

/** Gives every element a size and a visible position, for virtual lists. */
export function fakeLayout(width = 1440, height = 900): void {
  const box = { x: 0, y: 0, top: 0, left: 0, right: width, bottom: height, width, height, toJSON: () => undefined };
  Element.prototype.getBoundingClientRect = () => box;
  Object.defineProperties(Element.prototype, {
    clientWidth: { configurable: true, get: () => width },
    clientHeight: { configurable: true, get: () => height },
  });
  window.IntersectionObserver = class extends window.IntersectionObserver {
    #notify: () => void;
    constructor(callback: IntersectionObserverCallback) {
      super(callback);
      this.#notify = () => callback([{ isIntersecting: true } as IntersectionObserverEntry], this);
    }
    override observe() {
      this.#notify();
    }
  };
}

/** Matches the element with this whole text, parts of which may be elements of their own. */
export const wholeText = (text: string) => (_own: string, element: Element | null) => element?.textContent === text;
