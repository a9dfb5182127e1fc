import type { Problem } from '../../platform/errors.ts';
import { escapeHtml } from '../../platform/page.ts';
import { displayFont, signInStyle } from './sign-in.style.ts';

export interface SignInPage {
  returnTo: string;
  /** Which of the two forms was sent, or is asked for first. */
  form: 'login' | 'register';
  fields: Partial<Record<string, string>>;
  problem?: Problem;
  /** Why single sign-on led back here. */
  failure?: Problem;
  /** Whether there are accounts with a password, and single sign-on. */
  hasForms: boolean;
  hasSingleSignOn: boolean;
  /** Somebody who is signed in wanted to connect single sign-on: they need no way in, but one back. */
  isMember: boolean;
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

type FormName = SignInPage['form'];

const email: Field = { name: 'email', label: 'Email', type: 'email', autocomplete: 'username', isRequired: true };

const forms: Record<FormName, { title: string; action: string; button: string; fields: Field[] }> = {
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

function fieldHtml(form: FormName, field: Field, page: SignInPage): string {
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

function formHtml(form: FormName, page: SignInPage): string {
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

function formsHtml(page: SignInPage): string {
  const isFirst = (form: FormName) => (page.form === form ? 'checked' : '');
  return `<input class="switch" type="radio" name="form" id="show-login" ${isFirst('login')}>
<input class="switch" type="radio" name="form" id="show-register" ${isFirst('register')}>
<div class="tabs"><label for="show-login">Sign in</label><label for="show-register">Create account</label></div>
${formHtml('login', page)}
${formHtml('register', page)}`;
}

/** A link: a form could not be sent to where this leads on, outside the site. */
function singleSignOnHtml({ returnTo, hasForms }: SignInPage): string {
  const href = `/api/auth/oidc?${new URLSearchParams({ returnTo })}`;
  return `${hasForms ? '<p class="or"><span>or</span></p>\n' : ''}<a class="button${hasForms ? ' second' : ''}" href="${escapeHtml(href)}">Continue with single sign-on</a>`;
}

function cardHtml(page: SignInPage): string {
  const problem = page.failure ?? (page.hasForms ? undefined : page.problem);
  const ways = page.isMember
    ? ['<a class="button" href="/account">Back to Account Settings</a>']
    : [page.hasForms ? formsHtml(page) : '', page.hasSingleSignOn ? singleSignOnHtml(page) : ''];
  const alert = problem ? `<p class="problem" role="alert">${escapeHtml(problem.message)}</p>` : '';
  return [alert, ...ways].filter(Boolean).join('\n');
}

/** The sign-in page: two plain forms that work without JavaScript, the one that is needed first open. */
export function signInPage(page: SignInPage): string {
  const isRegister = page.form === 'register' && page.hasForms;
  const title = page.isMember ? 'Single sign-on' : forms[isRegister ? 'register' : 'login'].title;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${title} · Marquee</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
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
${cardHtml(page)}
</div>
</main>
</body>
</html>`;
}
