import type { Page } from 'playwright-core';

/** The visible controls that are too small for a finger, one line each. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LEAST = 44;
    const controls =
      'a[href], button, input, label, select, textarea, [role="tab"], [role="switch"], [role="menuitem"]';

    /** The area that reacts: with a pseudo-element that enlarges it, or an input with its label. */
    const areaOf = (control: Element) => {
      const label =
        control.closest('label') ?? (control.id ? document.querySelector(`label[for="${control.id}"]`) : null);
      const input = control instanceof HTMLLabelElement ? control.control : null;
      const boxes = [control, ...(label ? [label] : []), ...(input ? [input] : [])].map((element) =>
        element.getBoundingClientRect(),
      );
      for (const pseudo of ['::before', '::after']) {
        const style = getComputedStyle(control, pseudo);
        if (style.content === 'none' || style.position !== 'absolute') continue;
        boxes.push(new DOMRect(0, 0, Number.parseFloat(style.width), Number.parseFloat(style.height)));
      }
      // Layout rounds to fractions of a pixel.
      const most = (side: 'width' | 'height') => Math.round(Math.max(...boxes.map((box) => box[side] || 0)));
      return { width: most('width'), height: most('height') };
    };

    const isShown = (element: Element) => {
      const { width, height, bottom, right } = element.getBoundingClientRect();
      const isVisible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      return isVisible && width > 1 && height > 1 && bottom > 0 && right > 0 && !element.closest('[inert]');
    };

    /** Links within a sentence are as high as its lines. */
    const isInText = (element: Element) =>
      element.matches('p a, p button') && getComputedStyle(element).display === 'inline';

    /** The label of a field that is large enough itself. */
    const isCaption = (element: Element) =>
      element instanceof HTMLLabelElement && !element.control?.matches('[type="checkbox"], [type="radio"]');

    const open = [...document.querySelectorAll('[role="dialog"]')].at(-1);
    return [...(open ?? document).querySelectorAll(controls)].flatMap((control) => {
      if (!isShown(control) || isInText(control) || isCaption(control)) return [];
      const { width, height } = areaOf(control);
      if (width >= LEAST && height >= LEAST) return [];
      const name = control.getAttribute('aria-label') ?? control.textContent ?? '';
      return [`${width} × ${height}: ${control.tagName.toLowerCase()} ${name.trim().slice(0, 40)}`];
    });
  });
}
