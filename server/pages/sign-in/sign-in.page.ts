import { limits } from '../../../common/constants.ts';
import {
  COUNTRIES,
  countryName,
  DEFAULT_LANGUAGE,
  DEFAULT_REGION,
  LANGUAGES,
  languageName,
} from '../../../common/countries.ts';
import type { SignInPage } from '../../features/account/signInForms.ts';
import { escapeHtml } from '../page.ts';
import { cardPage } from './card.page.ts';

const text = { type: 'text', autocomplete: 'off' };

const setupCodeField: Field = {
  ...text,
  name: 'setupCode',
  label: 'Setup code',
  isRequired: true,
  hint: 'It is in the log of the server, for example by: docker compose logs app',
};

const code: Field = {
  name: 'code',
  label: 'Code',
  type: 'text',
  autocomplete: 'one-time-code',
  isRequired: true,
  hint: 'From your authenticator app, or one of your recovery codes',
};

/** Without mail, nobody else can help. */
const ASK_OPERATOR =
  '<p class="hint forgotten">Forgot your password? The person who runs this site can give you a temporary one.</p>';

const BY_MAIL = '<p class="hint forgotten"><a href="/forgot-password">Forgot your password?</a></p>';

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
  code: { title: 'Enter your code', action: '/api/auth/login/code', button: 'Sign in', fields: [code] },
  setup: {
    title: 'Enter the setup code',
    action: '/api/auth/oidc/setup',
    button: 'Create account',
    fields: [setupCodeField],
  },
};

/** The forms that are shown alone, after the sign-in, and what they ask for. */
const steps = {
  renew: 'Enter the temporary password one last time.',
  code: 'Two-step sign-in is on for this account.',
  setup: 'You create the first account, which runs this site.',
};

function isStep(form: FormName): form is keyof typeof steps {
  return form in steps;
}

function formHtml(form: FormName, page: SignInPage): string {
  const { title, action, button, fields } = forms[form];
  const ticket =
    form === 'code' || form === 'setup'
      ? `<input type="hidden" name="ticket" value="${escapeHtml(page.ticket ?? '')}">\n`
      : '';
  const fieldsText = fields.map((field) => fieldHtml(form, field, page)).join('\n');
  const setupText = asksForSetup(form, page) ? `\n${setupFields(page)}` : '';
  const isShown = page.form === form && page.problem && !isAtFields(page.problem, fieldNames(form, page));
  const problem = isShown ? `<p class="problem" role="alert">${escapeHtml(page.problem?.message ?? '')}</p>` : '';
  return `<section id="${form}" aria-labelledby="${form}-title">
<h2 id="${form}-title">${title}</h2>
${problem}
<form method="post" action="${action}">
<input type="hidden" name="returnTo" value="${escapeHtml(page.returnTo)}">${form === 'register' ? invitationField(page) : ''}
${ticket}${fieldsText}${setupText}
<button type="submit">${button}</button>
</form>
${form === 'login' ? (page.sendsMail ? BY_MAIL : ASK_OPERATOR) : ''}
</section>`;
}

/** Whether each thing that is wrong stands at its field, so that it needs no message on top. */
function isAtFields({ issues = [] }: NonNullable<SignInPage['problem']>, names: readonly string[]): boolean {
  return issues.length > 0 && issues.every(({ path }) => names.includes(path));
}

function fieldNames(form: FormName, page: SignInPage): string[] {
  const names = forms[form].fields.map((field) => field.name);
  return asksForSetup(form, page) ? [...names, ...setupFieldNames(page)] : names;
}

/** Whether the form also sets up the site, because it makes the first account. */
function asksForSetup(form: FormName, { registration }: SignInPage): boolean {
  return form === 'register' && registration === 'new';
}

function invitationField({ invitation }: SignInPage): string {
  return invitation ? `\n<input type="hidden" name="invitation" value="${escapeHtml(invitation.token)}">` : '';
}

/** Whether the visitor can create an account. The last attempt may have shown otherwise. */
function canRegister({ registration, invitation }: SignInPage): boolean {
  return invitation !== null || registration === 'open' || registration === 'new';
}

/** Why the page has no form for a new account. */
const whyNot = {
  invite: 'New here? You need an invitation link. Ask somebody who is here already.',
  closed: 'New accounts cannot be created here at the moment.',
} as const;

function formsHtml(page: SignInPage): string {
  if (!canRegister(page)) return onlySignIn(page);
  if (page.registration === 'new') {
    return `<input class="switch" type="radio" name="form" id="show-register" checked hidden>\n${formHtml('register', page)}`;
  }
  const isFirst = (form: FormName) => (page.form === form ? 'checked' : '');
  return `<input class="switch" type="radio" name="form" id="show-login" ${isFirst('login')}>
<input class="switch" type="radio" name="form" id="show-register" ${isFirst('register')}>
<div class="tabs"><label for="show-login">Sign in</label><label for="show-register">Create account</label></div>
${formHtml('login', page)}
${formHtml('register', page)}`;
}

function onlySignIn(page: SignInPage): string {
  const why = page.registration === 'closed' ? whyNot.closed : whyNot.invite;
  const problem =
    page.form === 'register' && page.problem
      ? `<p class="problem" role="alert">${escapeHtml(page.problem.message)}</p>\n`
      : '';
  return `<input class="switch" type="radio" name="form" id="show-login" checked hidden>
${problem}${formHtml('login', page)}
<p class="hint closed">${why}</p>`;
}

/** A link, because form-action forbids a form that redirects to another site. */
function singleSignOnHtml({ returnTo, hasForms }: SignInPage): string {
  const href = `/api/auth/oidc?${new URLSearchParams({ returnTo })}`;
  return `${hasForms ? '<p class="or"><span>or</span></p>\n' : ''}<a class="button${hasForms ? ' second' : ''}" href="${escapeHtml(href)}">Continue with single sign-on</a>`;
}

/** A button that needs the script. Without it, and in browsers without passkeys, it stays hidden. */
function passkeyHtml({ returnTo }: SignInPage): string {
  return `<div id="passkey" data-return-to="${escapeHtml(returnTo)}" hidden>
<button type="button">Sign in with a passkey</button>
<p class="issue" role="alert"></p>
</div>`;
}

function cardHtml(page: SignInPage): string {
  if (isStep(page.form)) return formHtml(page.form, page);
  const problem = page.failure ?? (page.hasForms ? undefined : page.problem);
  const ways = page.isMember
    ? ['<a class="button" href="/account">Back to Account Settings</a>']
    : [
        page.hasForms ? formsHtml(page) : '',
        offersPasskeys(page) ? passkeyHtml(page) : '',
        page.hasSingleSignOn ? singleSignOnHtml(page) : '',
      ];
  const alert = problem ? `<p class="problem" role="alert">${escapeHtml(problem.message)}</p>` : '';
  return [alert, ...ways].filter(Boolean).join('\n');
}

function headingOf({ form, name, invitation, registration }: SignInPage): string {
  if (isStep(form)) return forms[form].title;
  if (registration === 'new') return 'Create the first account';
  if (!invitation) return 'Your seat is saved.';
  return escapeHtml(`Join ${[name, invitation.listName].filter(Boolean).join(' and ')}`);
}

function leadOf({ form, registration }: SignInPage): string {
  if (isStep(form)) return steps[form];
  if (registration === 'new') return 'With it you run this site: who can join, the settings and the backups.';
  return 'Lists you keep together, live in every open tab.';
}

/** Before the first account there is no passkey to sign in with. */
function offersPasskeys({ hasPasskeys, registration }: SignInPage): boolean {
  return hasPasskeys && registration !== 'new';
}

/** The sign-in page: two forms that work without JavaScript; the one that is needed is open. */
export function signInPage(page: SignInPage): string {
  const isShown = isStep(page.form) || (page.hasForms && (page.form !== 'register' || canRegister(page)));
  const form = isShown ? page.form : 'login';
  return cardPage({
    title: page.isMember ? 'Single sign-on' : forms[form].title,
    name: page.name,
    heading: headingOf(page),
    lead: leadOf(page),
    card: cardHtml(page),
    posters: page.posters,
    scripts: ['/signInForm.js', ...(offersPasskeys(page) ? ['/passkeySignIn.js'] : [])],
  });
}

const name: Field = {
  ...text,
  name: 'instanceName',
  label: 'Name of this site',
  isRequired: false,
  hint: 'For example the name of your family or club. Without one it is Marquee.',
};

const keys: Record<SignInPage['keysToAsk'][number], Field> = {
  tmdb: {
    ...text,
    name: 'tmdbKey',
    label: 'TMDB key or access token',
    isRequired: false,
    hint: 'From themoviedb.org, for all titles, people and pictures. Without one there is a catalogue of 1,600 films and shows.',
    maxLength: limits.serviceKey.max,
  },
  omdb: {
    ...text,
    name: 'omdbKey',
    label: 'OMDb key',
    isRequired: false,
    hint: 'Adds critics’ ratings. Get a key at omdbapi.com.',
    maxLength: limits.serviceKey.max,
  },
};

/** What the first account also asks for: the setup code where it is needed, and the first settings. */
function setupFields(page: SignInPage): string {
  return [
    ...(page.needsSetupCode ? [fieldHtml('register', setupCodeField, page)] : []),
    fieldHtml('register', name, page),
    ...(page.choosesRegistration ? [registrationField(page)] : []),
    titleFields(page),
  ].join('\n');
}

/** Those of them that can show what is wrong with them. */
function setupFieldNames({ needsSetupCode, keysToAsk }: SignInPage): string[] {
  const fields = [...(needsSetupCode ? [setupCodeField] : []), name, ...keysToAsk.map((service) => keys[service])];
  return fields.map((field) => field.name);
}

function registrationField(page: SignInPage): string {
  return selectHtml({
    name: 'registration',
    label: 'Who may create an account after you',
    value: page.fields.registration || (page.needsSetupCode ? 'invite' : 'open'),
    options: [
      ['invite', 'By invitation'],
      ['open', 'Everybody'],
      ['closed', 'Nobody'],
    ],
  });
}

/** Folded away, unless something in it is wrong. Everything in it can be set later. */
function titleFields(page: SignInPage): string {
  const fields = page.keysToAsk.map((service) => keys[service]);
  const isWrong = page.problem?.issues?.some(({ path }) => fields.some((field) => field.name === path)) ?? false;
  const region = selectHtml({
    name: 'region',
    label: 'Country, for where to watch',
    value: page.fields.region || DEFAULT_REGION,
    options: byName(COUNTRIES, countryName),
  });
  const language = selectHtml({
    name: 'language',
    label: 'Language of titles, with a TMDB key',
    value: page.fields.language || DEFAULT_LANGUAGE,
    options: byName(LANGUAGES, languageName),
  });
  return `<details${isWrong ? ' open' : ''}>
<summary>Titles, country and language <span>optional</span></summary>
${[...fields.map((field) => fieldHtml('register', field, page)), region, language].join('\n')}
</details>`;
}

interface Select {
  name: string;
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
}

function selectHtml({ name, label, value, options }: Select): string {
  const choices = options.map(
    ([one, words]) => `<option value="${one}"${one === value ? ' selected' : ''}>${escapeHtml(words)}</option>`,
  );
  return `<label for="register-${name}">${label}</label>
<select id="register-${name}" name="${name}">${choices.join('')}</select>`;
}

function byName(codes: readonly string[], nameOf: (code: string) => string): [string, string][] {
  return codes.map((one): [string, string] => [one, nameOf(one)]).sort(([, a], [, b]) => a.localeCompare(b, 'en'));
}

type FormName = SignInPage['form'];

interface Field {
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
function fieldHtml(form: FormName, field: Field, page: SignInPage): string {
  const id = `${form}-${field.name}`;
  const isSent = page.form === form;
  const issue = isSent ? page.problem?.issues?.find(({ path }) => path === field.name) : undefined;
  // A wrong password is typed again, and the address stays.
  const isTypedAgain = form === 'login' && isSent && page.problem !== undefined && field.name === 'password';
  const hasFocus = issue !== undefined || isTypedAgain || form === 'code' || form === 'setup';
  const value = field.type === 'password' ? '' : (page.fields[field.name] ?? '');
  const note = issue?.message ?? field.hint;
  const input = `<input id="${id}" name="${field.name}" type="${field.type}" autocomplete="${autocompleteOf(form, field, page)}" value="${escapeHtml(value)}"${
    field.isRequired ? ' required' : ''
  }${field.minLength ? ` minlength="${field.minLength}"` : ''} maxlength="${field.maxLength ?? 254}"${note ? ` aria-describedby="${id}-note"` : ''}${
    issue ? ' aria-invalid="true"' : ''
  }${hasFocus ? ' autofocus' : ''}>`;
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
