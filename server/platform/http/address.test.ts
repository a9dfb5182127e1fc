import { describe, expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { loadConfig } from '../../config/config.ts';
import { addressOf } from './address.ts';

describe('the address of a request', () => {
  const seenBy = async (trusted: string, forwarded: string) => {
    const app = express();
    app.set('trust proxy', loadConfig({ TRUST_PROXY: trusted }).trustProxy);
    app.get('/', (req, res) => {
      res.send(addressOf(req));
    });
    return (await request(app).get('/').set('X-Forwarded-For', forwarded)).text;
  };

  test.each([
    ['off', '203.0.113.7', '127.0.0.1'],
    ['on', '203.0.113.7', '203.0.113.7'],
    ['on', 'made up, 198.51.100.9, 203.0.113.7', '203.0.113.7'],
    ['2', 'made up, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['2', '203.0.113.7', '203.0.113.7'],
    ['on', '::ffff:203.0.113.7', '203.0.113.7'],
    ['on', '::FFFF:cb00:7107', '203.0.113.7'],
    ['on', 'not an address', 'not an address'],
  ])('behind TRUST_PROXY=%s, forwarded as %s, is %s', async (trusted, forwarded, address) => {
    expect(await seenBy(trusted, forwarded)).toBe(address);
  });

  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['2001:db8:0:0:1::', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0'],
  ])('of IPv6, %s, is its /64: %s', async (forwarded, network) => {
    expect(await seenBy('on', forwarded)).toBe(network);
  });
});
