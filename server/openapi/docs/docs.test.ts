import { beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { hashOf } from '../../pages/page.ts';
import { setUpServer } from '../../testing/server.ts';
import { createOpenApi } from '../openapi.ts';
import { docsPage, type ShownDocument } from './docs.page.ts';

const document = createOpenApi('test') as unknown as ShownDocument;

describe('the page of the API documents', () => {
  const server = setUpServer();
  let html: string;
  let policy: string;
  beforeAll(async () => {
    const answer = await request(server.url).get('/api/docs');
    expect([answer.status, answer.type]).toEqual([200, 'text/html']);
    html = answer.text;
    policy = answer.headers['content-security-policy'] ?? '';
  });

  test('shows every operation and every schema', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const ids = [
      ...operations.map(({ operationId }) => operationId),
      ...Object.keys(document.components.schemas).map((name) => `schema-${name}`),
    ];

    expect(ids.filter((id) => !html.includes(`id="${id}"`))).toEqual([]);
  });

  test('has links to places that exist', () => {
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);

    expect(targets.filter((id) => !html.includes(`id="${id}"`))).toEqual([]);
    expect(targets.length).toBeGreaterThan(100);
  });

  test('keeps to the Content-Security-Policy, and loads only its icon', () => {
    const [style = ''] = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css ?? '');

    expect(policy).toContain(hashOf(style));
    expect(html.match(/<link[^>]*>/g)).toEqual(['<link rel="icon" href="/icon.svg" type="image/svg+xml">']);
    expect(html).not.toMatch(/<script|<img| style=|url\(|(?:href|src|action)="?(?:https?:)?\/\//);
  });

  test('escapes the texts that it shows', () => {
    const info = { ...document.info, version: '<b>"1"</b>' };

    expect(docsPage({ ...document, info })).toContain('&lt;b&gt;&quot;1&quot;&lt;/b&gt;');
  });
});
