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

const text = { type: 'text', autocomplete: 'off' };

export const setupCodeField: Field = {
  ...text,
  name: 'setupCode',
  label: 'Setup code',
  isRequired: true,
  hint: 'It is in the log of the server, for example by: docker compose logs app',
};

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
export function setupFields(page: SignInPage): string {
  return [
    ...(page.needsSetupCode ? [fieldHtml('register', setupCodeField, page)] : []),
    fieldHtml('register', name, page),
    ...(page.choosesRegistration ? [registrationField(page)] : []),
    titleFields(page),
  ].join('\n');
}

/** Those of them that can show what is wrong with them. */
export function setupFieldNames({ needsSetupCode, keysToAsk }: SignInPage): string[] {
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
