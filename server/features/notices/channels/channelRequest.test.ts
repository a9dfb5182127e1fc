import { expect, test } from '@jest/globals';
import { channelRequest } from './channelRequest.ts';

test('a message to Discord is no longer than Discord takes, and has its link', () => {
  const message = { text: '*'.repeat(1500), path: '/x', tag: 'x', topic: 'titles', at: '2026-11-28T00:00:00.000Z' };
  const push = { publicKey: '', privateKey: '', subject: '' };

  const { body } = channelRequest('discord', { url: 'https://discord.com/api/webhooks/1/x' }, message, {
    push,
    link: (path) => `https://marquee.example${path}`,
  });

  const { content } = JSON.parse(body.toString());
  expect(content).toMatch(/^(\\\*)+…\nhttps:\/\/marquee\.example\/x$/);
  expect(content.length).toBeLessThanOrEqual(2000);
});
