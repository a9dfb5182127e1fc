import type { Problem } from '../../platform/errors.ts';
import { escapeHtml } from '../../platform/page.ts';
import { displayFont, signInStyle } from './sign-in.style.ts';

export interface SignInPage {
  returnTo: string;
  /** Which of the two forms was sent, or is asked for first. */
  form: 'login' | 'register';
  fields: Partial<Record<string, string>>;
  problem?: Problem;
  /** Paths of drawn posters for the wall behind the card. */
  posters: readonly string[];
}

interface Field {
  name: string;
  label: string;
  type: string;
  autocomplete: string;
  isRequired: boolean;
  hint?: string;
  minLength?: number;
}

const email: Field = { name: 'email', label: 'Email', type: 'email', autocomplete: 'username', isRequired: true };

const forms: Record<SignInPage['form'], { title: string; action: string; button: string; fields: Field[] }> = {
  login: {
    title: 'Sign in',
    action: '/api/auth/login',
    button: 'Sign in',
    fields: [
      email,
      { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', isRequired: true },
    ],
  },
  register: {
    title: 'Create account',
    action: '/api/auth/register',
    button: 'Create account',
    fields: [
      { name: 'firstName', label: 'First name', type: 'text', autocomplete: 'given-name', isRequired: false },
      { name: 'lastName', label: 'Last name', type: 'text', autocomplete: 'family-name', isRequired: false },
      email,
      {
        name: 'password',
        label: 'Password',
        type: 'password',
        autocomplete: 'new-password',
        isRequired: true,
        hint: 'At least 10 characters',
        minLength: 10,
      },
    ],
  },
};

function fieldHtml(form: SignInPage['form'], field: Field, page: SignInPage): string {
  const id = `${form}-${field.name}`;
  const isSent = page.form === form;
  const issue = isSent ? page.problem?.issues?.find(({ path }) => path === field.name) : undefined;
  const value = field.type === 'password' ? '' : (page.fields[field.name] ?? '');
  const note = issue?.message ?? field.hint;
  return `<label for="${id}">${field.label}${field.isRequired ? '' : ' <span>optional</span>'}</label>
<input id="${id}" name="${field.name}" type="${field.type}" autocomplete="${field.autocomplete}" value="${escapeHtml(value)}"${
    field.isRequired ? ' required' : ''
  }${field.minLength ? ` minlength="${field.minLength}"` : ''} maxlength="254"${note ? ` aria-describedby="${id}-note"` : ''}${
    issue ? ' aria-invalid="true"' : ''
  }>
${note ? `<p class="${issue ? 'issue' : 'hint'}" id="${id}-note">${escapeHtml(note)}</p>` : ''}`;
}

function formHtml(form: SignInPage['form'], page: SignInPage): string {
  const { title, action, button, fields } = forms[form];
  const problem =
    page.form === form && page.problem ? `<p class="problem" role="alert">${escapeHtml(page.problem.message)}</p>` : '';
  return `<section id="${form}" aria-labelledby="${form}-title">
<h2 id="${form}-title">${title}</h2>
${problem}
<form method="post" action="${action}">
<input type="hidden" name="returnTo" value="${escapeHtml(page.returnTo)}">
${fields.map((field) => fieldHtml(form, field, page)).join('\n')}
<button type="submit">${button}</button>
</form>
</section>`;
}

/** The sign-in page: two plain forms that work without JavaScript, the one that is needed first open. */
export function signInPage(page: SignInPage): string {
  const isRegister = page.form === 'register';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${isRegister ? 'Create account' : 'Sign in'} · Marquee</title>
<link rel="preload" href="${displayFont}" as="font" type="font/woff2" crossorigin>
<style>${signInStyle}</style>
</head>
<body>
<div class="wall" aria-hidden="true">${page.posters.map((path) => `<img src="${escapeHtml(path)}" alt="">`).join('')}</div>
<main>
<a class="brand" href="/">Marquee</a>
<h1>Your seat is saved.</h1>
<p class="lead">Lists you keep together, live in every open tab.</p>
<div class="card">
<input class="switch" type="radio" name="form" id="show-login" ${isRegister ? '' : 'checked'}>
<input class="switch" type="radio" name="form" id="show-register" ${isRegister ? 'checked' : ''}>
<div class="tabs"><label for="show-login">Sign in</label><label for="show-register">Create account</label></div>
${formHtml('login', page)}
${formHtml('register', page)}
</div>
</main>
</body>
</html>`;
}
