import { screen } from '@testing-library/react';

/** The choices of the media filter that is shown. */
export function filterLabels(): (string | null | undefined)[] {
  return screen.getAllByRole<HTMLInputElement>('radio').map((choice) => choice.labels?.[0]?.textContent);
}
