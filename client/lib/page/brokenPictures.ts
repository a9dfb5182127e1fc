/** Marks pictures that fail to load. Where nothing takes their place, the style hides the browser's sign for them. */
export function markBrokenPictures(page: Document): void {
  const mark =
    (isBroken: boolean) =>
    ({ target }: Event) => {
      if (target instanceof HTMLImageElement) target.toggleAttribute('data-broken', isBroken);
    };
  // Neither event bubbles.
  page.addEventListener('error', mark(true), true);
  page.addEventListener('load', mark(false), true);
}
