import type { MouseEvent } from 'react';

/**
 * For a link to /api/logout. Over plain http browsers do not tell the server that a link was followed, so it would ask
 * once more; a form names its origin and signs out at once.
 */
export function signOutByForm(event: MouseEvent): void {
  if (window.isSecureContext) return;
  event.preventDefault();
  const form = document.createElement('form');
  form.method = 'post';
  form.action = '/api/logout';
  document.body.append(form);
  form.submit();
}
