import { escapeHtml } from '../../pages/page.ts';
import type { JsonSchema } from '../openapi.schemas.ts';
import { eventTexts, requestTexts } from '../texts/events.texts.ts';

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
<p class="dim">Version ${escapeHtml(version)}. For programs: <a href="/api/openapi.json">OpenAPI</a> and <a href="/api/asyncapi.json">AsyncAPI</a>; <a href="/api/export.schema.json">the schema of an exported account</a>.</p></header>
<nav aria-label="Sections">${names.map((name) => `<a href="#${anchor(name)}">${escapeHtml(name)}</a>`).join('')}</nav>
<main>${document.tags.map((tag) => sectionHtml(tag, document)).join('\n')}
${eventsHtml()}
${schemasHtml(document)}</main></div></body></html>`;
}

/** The style of the page of the API documents. It needs no script and no font. */
export const docsStyle = `
:root{--canvas:#0F0E11;--raised:#1B1A1F;--ink:#F4F1EA;--dim:#A7A2AD;--amber:#FFB84D;--line:rgb(255 255 255/.14);color-scheme:dark}
@media (prefers-color-scheme:light){:root{--canvas:#FAF7F2;--raised:#FFF;--ink:#1B1A1E;--dim:#5F5A66;--amber:#B54D00;--line:rgb(27 26 30/.16);color-scheme:light}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.frame{max-width:1180px;margin:0 auto;padding:24px 16px;display:grid;grid-template:auto 1fr/220px minmax(0,1fr);gap:0 40px}
header,main{grid-column:2;min-width:0}
nav{grid-area:1/1/3/2;position:sticky;top:24px;align-self:start;max-height:calc(100vh - 48px);overflow:auto}
nav a{display:block;padding:4px 0;color:var(--ink);text-decoration:none}
nav a:hover{text-decoration:underline}
a{color:var(--amber)}
h1{font-size:34px;line-height:1.15;margin:0 0 8px}
h2{font-size:24px;margin:48px 0 4px}
h3{font-size:15px;margin:20px 0 6px}
p{margin:6px 0}
.dim{color:var(--dim)}
details{background:var(--raised);border:1px solid var(--line);border-radius:10px;margin:8px 0}
summary{position:relative;padding:10px 40px 10px 14px;cursor:pointer;display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline}
:is(summary,a):focus-visible{outline:2px solid var(--amber);outline-offset:2px;border-radius:6px}
summary::after{content:"";position:absolute;right:18px;top:16px;width:8px;height:8px;border:solid var(--dim);border-width:0 2px 2px 0;rotate:45deg}
details[open]>summary::after{top:20px;rotate:-135deg}
summary code{overflow-wrap:anywhere}
.method{min-width:58px;font:700 13px/1.5 ui-monospace,monospace;color:var(--amber)}
.inside{padding:0 14px 14px}
code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}
pre{overflow:auto;padding:12px;border:1px solid var(--line);border-radius:8px;margin:6px 0}
ul{margin:6px 0;padding-left:20px}
@media (max-width:760px){.frame{display:block}nav{position:static;max-height:none;margin:24px 0;columns:2}nav a{padding:10px 0}summary span:last-child{flex-basis:100%}}
`;
