import { jest } from '@jest/globals';
import { act, fireEvent } from '@testing-library/react';

/** Rests the pointer on an element until its tooltip is due, and gives the tooltip's text; null where it has none. */
export function tooltipOf(element: Element): string | null {
  jest.useFakeTimers();
  // React hears pointerenter as pointerover.
  fireEvent(element, new MouseEvent('pointerover', { bubbles: true }));
  act(() => void jest.advanceTimersByTime(700));
  jest.useRealTimers();
  return document.querySelector('[role="tooltip"]')?.textContent ?? null;
}
