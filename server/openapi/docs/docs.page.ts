import { escapeHtml } from '../../pages/page.ts';
import type { JsonSchema } from '../openapi.schemas.ts';
import { eventTexts, requestTexts } from '../texts/events.texts.ts';
import { docsStyle } from './docs.style.ts';

interface Media {
  schema?: JsonSchema;
}

interface Answer {
  $ref?: string;
  description?: string;
  content?: Record<string, Media>;
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: { $ref?: string; name?: string; in?: string; required?: boolean; description?: string }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer>;
  security: unknown[];
}

/** The parts of the OpenAPI document that the page shows. */
export interface ShownDocument {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, Answer> };
}

const code = (text: string) => `<code>${escapeHtml(text)}</code>`;
const anchor = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
const nameIn = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);

/** JSON as text, in which each reference to a named schema is a link to it. */
function schemaText(schema: JsonSchema): string {
  const json = escapeHtml(JSON.stringify(schema, null, 2));
  return json.replace(
    /\{\s*&quot;\$ref&quot;: &quot;#\/components\/schemas\/(\w+)&quot;\s*\}/g,
    (_, name: string) => `<a href="#schema-${name}">${name}</a>`,
  );
}

function mediaHtml(content: Record<string, Media> = {}): string {
  return Object.entries(content)
    .map(([type, { schema }]) => `<p class="dim">${code(type)}</p>${schema ? `<pre>${schemaText(schema)}</pre>` : ''}`)
    .join('');
}

function parametersHtml({ parameters = [] }: Operation): string {
  if (parameters.length === 0) return '';
  const lines = parameters.map(({ $ref, name, in: place, required, description }) =>
    $ref
      ? '<li><code>Idempotency-Key</code> <span class="dim">header</span> A new UUID for each write, which makes it safe to send again.</li>'
      : `<li>${code(name ?? '')} <span class="dim">${place}${required ? ', required' : ''}</span> ${escapeHtml(description ?? '')}</li>`,
  );
  return `<h3>Parameters</h3><ul>${lines.join('')}</ul>`;
}

function answersHtml({ responses }: Operation, document: ShownDocument): string {
  const entries = Object.entries(responses).map(([status, answer]) => ({
    status,
    ...(answer.$ref ? document.components.responses[nameIn(answer.$ref)] : answer),
  }));
  const good = entries.filter(({ status }) => Number(status) < 400);
  const errors = entries.filter(({ status }) => Number(status) >= 400);
  const errorLines = errors.map(
    ({ status, description = '' }) =>
      `<li><b>${status}</b> ${escapeHtml(description).replace(/`([^`]+)`/g, '<code>$1</code>')}</li>`,
  );
  return [
    ...good.map(
      ({ status, description = '', content }) => `<h3>${status} ${escapeHtml(description)}</h3>${mediaHtml(content)}`,
    ),
    `<h3>Errors</h3><ul>${errorLines.join('')}</ul>`,
  ].join('');
}

function operationHtml(path: string, method: string, operation: Operation, document: ShownDocument): string {
  const { operationId, summary, description, requestBody, security } = operation;
  return `<details><summary><span class="method">${method.toUpperCase()}</span>${code(path)}<span>${escapeHtml(summary)}</span></summary>
<div class="inside" id="${operationId}"><p>${escapeHtml(description)}</p>
<p class="dim">${code(operationId)} · ${security.length > 0 ? 'Requires a session' : 'Open to everyone'}</p>
${parametersHtml(operation)}${requestBody ? `<h3>Body</h3>${mediaHtml(requestBody.content)}` : ''}${answersHtml(operation, document)}</div></details>`;
}

function sectionHtml({ name, description }: ShownDocument['tags'][number], document: ShownDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(name))
      .map(([method, operation]) => operationHtml(path, method, operation, document)),
  );
  return `<section><h2 id="${anchor(name)}">${escapeHtml(name)}</h2><p class="dim">${escapeHtml(description)}</p>${operations.join('\n')}</section>`;
}

function eventsHtml(): string {
  const list = (texts: Record<string, { summary: string; description: string }>) =>
    Object.entries(texts)
      .map(
        ([name, { summary, description }]) =>
          `<li>${code(name)} ${escapeHtml(summary)}. ${escapeHtml(description)}</li>`,
      )
      .join('');
  return `<section><h2 id="live-events">Live events</h2>
<p class="dim">Sent over Socket.IO. Their payloads are in <a href="/api/asyncapi.json">the AsyncAPI document</a>.</p>
<h3>The server sends</h3><ul>${list(eventTexts)}</ul><h3>You send</h3><ul>${list(requestTexts)}</ul></section>`;
}

function schemasHtml({ components }: ShownDocument): string {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details><summary>${code(name)}</summary><div class="inside" id="schema-${name}"><pre>${schemaText(schema)}</pre></div></details>`,
  );
  return `<section><h2 id="schemas">Schemas</h2>${schemas.join('\n')}</section>`;
}

/** The API documents as one HTML page, without scripts. It loads only its icon. */
export function docsPage(document: ShownDocument): string {
  const { title, version, description } = document.info;
  const names = [...document.tags.map(({ name }) => name), 'Live events', 'Schemas'];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)} API</title><link rel="icon" href="/icon.svg" type="image/svg+xml"><style>${docsStyle}</style></head>
<body><div class="frame"><header><h1>${escapeHtml(title)} API</h1><p>${escapeHtml(description)}</p>
<p class="dim">Version ${escapeHtml(version)}. For programs: <a href="/api/openapi.json">OpenAPI</a> and <a href="/api/asyncapi.json">AsyncAPI</a>.</p></header>
<nav aria-label="Sections">${names.map((name) => `<a href="#${anchor(name)}">${escapeHtml(name)}</a>`).join('')}</nav>
<main>${document.tags.map((tag) => sectionHtml(tag, document)).join('\n')}
${eventsHtml()}
${schemasHtml(document)}</main></div></body></html>`;
}
