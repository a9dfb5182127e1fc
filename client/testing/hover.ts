import { jest } from '@jest/globals';
import { act, fireEvent } from '@testing-library/react';

/** Hovers an element until its tooltip shows, and returns the tooltip's text, or null if it has none. */
export function tooltipOf(element: Element): string | null {
  jest.useFakeTimers();
  // React implements pointerenter with pointerover.
  fireEvent(element, new MouseEvent('pointerover', { bubbles: true }));
  act(() => void jest.advanceTimersByTime(700));
  jest.useRealTimers();
  return document.querySelector('[role="tooltip"]')?.textContent ?? null;
}
