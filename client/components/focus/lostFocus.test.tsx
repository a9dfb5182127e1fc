import { expect, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import { useLostFocus } from './useLostFocus.ts';

function Screen({ step }: { step: 'form' | 'busy' | 'done' }) {
  useLostFocus();
  return (
    <main id="main" tabIndex={-1}>
      {step !== 'done' && (
        <button type="button" disabled={step === 'busy'}>
          Post
        </button>
      )}
    </main>
  );
}

test('the screen gets the focus of a button that was busy until it was removed', async () => {
  const { rerender } = render(<Screen step="form" />);
  screen.getByRole('button', { name: 'Post' }).focus();

  rerender(<Screen step="busy" />);
  rerender(<Screen step="done" />);

  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});
