import type { SignInPage } from '../../features/account/signInForms.ts';
import { escapeHtml } from '../page.ts';

export type FormName = SignInPage['form'];

export interface Field {
  name: string;
  label: string;
  type: string;
  autocomplete: string;
  isRequired: boolean;
  hint?: string;
  minLength?: number;
  maxLength?: number;
}

/** A field with its label, and its hint or what is wrong with it. */
export function fieldHtml(form: FormName, field: Field, page: SignInPage): string {
  const id = `${form}-${field.name}`;
  const isSent = page.form === form;
  const issue = isSent ? page.problem?.issues?.find(({ path }) => path === field.name) : undefined;
  const value = field.type === 'password' ? '' : (page.fields[field.name] ?? '');
  const note = issue?.message ?? field.hint;
  const input = `<input id="${id}" name="${field.name}" type="${field.type}" autocomplete="${autocompleteOf(form, field, page)}" value="${escapeHtml(value)}"${
    field.isRequired ? ' required' : ''
  }${field.minLength ? ` minlength="${field.minLength}"` : ''} maxlength="${field.maxLength ?? 254}"${note ? ` aria-describedby="${id}-note"` : ''}${
    issue ? ' aria-invalid="true"' : ''
  }${issue || form === 'code' || form === 'setup' ? ' autofocus' : ''}>`;
  return `<label for="${id}">${field.label}${field.isRequired ? '' : ' <span>optional</span>'}</label>
${field.type === 'password' ? secretHtml(id, input) : input}
${note ? `<p class="${issue ? 'issue' : 'hint'}" id="${id}-note"${issue ? ' role="alert"' : ''}>${escapeHtml(note)}</p>` : ''}`;
}

/** Browsers offer passkeys in the field of the address. */
function autocompleteOf(form: FormName, field: Field, { hasPasskeys }: SignInPage): string {
  return hasPasskeys && form === 'login' && field.name === 'email' ? 'username webauthn' : field.autocomplete;
}

/** A password field with its button. */
function secretHtml(id: string, input: string): string {
  const button = `<button class="reveal" type="button" aria-controls="${id}" title="Show password" hidden>Show</button>`;
  return `<div class="secret">${input}${button}</div>`;
}
