import type { SignInPage } from '../../features/account/signInForms.ts';
import { escapeHtml } from '../page.ts';
import { cardPage } from './card.page.ts';

interface Field {
  name: string;
  label: string;
  type: string;
  autocomplete: string;
  isRequired: boolean;
  hint?: string;
  minLength?: number;
}

/** No mail is sent, so nobody else can help. */
const FORGOTTEN =
  '<p class="hint forgotten">Forgot your password? The person who runs this site can give you a temporary one.</p>';

type FormName = SignInPage['form'];

const email: Field = { name: 'email', label: 'Email', type: 'email', autocomplete: 'username', isRequired: true };

const newPassword: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
  isRequired: true,
  hint: 'At least 10 characters',
  minLength: 10,
};

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
      newPassword,
    ],
  },
  renew: {
    title: 'Choose a new password',
    action: '/api/auth/login',
    button: 'Save and sign in',
    fields: [
      email,
      {
        name: 'password',
        label: 'Temporary password',
        type: 'password',
        autocomplete: 'current-password',
        isRequired: true,
      },
      { ...newPassword, name: 'newPassword', label: 'New password' },
    ],
  },
};

function fieldHtml(form: FormName, field: Field, page: SignInPage): string {
  const id = `${form}-${field.name}`;
  const isSent = page.form === form;
  const issue = isSent ? page.problem?.issues?.find(({ path }) => path === field.name) : undefined;
  const value = field.type === 'password' ? '' : (page.fields[field.name] ?? '');
  const note = issue?.message ?? field.hint;
  const input = `<input id="${id}" name="${field.name}" type="${field.type}" autocomplete="${field.autocomplete}" value="${escapeHtml(value)}"${
    field.isRequired ? ' required' : ''
  }${field.minLength ? ` minlength="${field.minLength}"` : ''} maxlength="254"${note ? ` aria-describedby="${id}-note"` : ''}${
    issue ? ' aria-invalid="true"' : ''
  }>`;
  return `<label for="${id}">${field.label}${field.isRequired ? '' : ' <span>optional</span>'}</label>
${field.type === 'password' ? secretHtml(id, input) : input}
${note ? `<p class="${issue ? 'issue' : 'hint'}" id="${id}-note">${escapeHtml(note)}</p>` : ''}`;
}

/** A password field with its button. */
function secretHtml(id: string, input: string): string {
  const button = `<button class="reveal" type="button" aria-controls="${id}" title="Show password" hidden>Show</button>`;
  return `<div class="secret">${input}${button}</div>`;
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
${form === 'login' ? FORGOTTEN : ''}
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

/** A link, because form-action forbids a form that redirects to another site. */
function singleSignOnHtml({ returnTo, hasForms }: SignInPage): string {
  const href = `/api/auth/oidc?${new URLSearchParams({ returnTo })}`;
  return `${hasForms ? '<p class="or"><span>or</span></p>\n' : ''}<a class="button${hasForms ? ' second' : ''}" href="${escapeHtml(href)}">Continue with single sign-on</a>`;
}

function cardHtml(page: SignInPage): string {
  if (page.form === 'renew') return formHtml('renew', page);
  const problem = page.failure ?? (page.hasForms ? undefined : page.problem);
  const ways = page.isMember
    ? ['<a class="button" href="/account">Back to Account Settings</a>']
    : [page.hasForms ? formsHtml(page) : '', page.hasSingleSignOn ? singleSignOnHtml(page) : ''];
  const alert = problem ? `<p class="problem" role="alert">${escapeHtml(problem.message)}</p>` : '';
  return [alert, ...ways].filter(Boolean).join('\n');
}

/** The sign-in page: two forms that work without JavaScript; the one that is needed is open. */
export function signInPage(page: SignInPage): string {
  const title = page.isMember ? 'Single sign-on' : forms[page.hasForms ? page.form : 'login'].title;
  return cardPage({
    title,
    heading: 'Your seat is saved.',
    lead: 'Lists you keep together, live in every open tab.',
    card: cardHtml(page),
    posters: page.posters,
    script: '/showPassword.js',
  });
}
