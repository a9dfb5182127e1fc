import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { limits } from '../../../../common/constants.ts';
import { hostOf, isPublicAddress, lookUpAllowed } from '../../../platform/http/outbound.ts';

const TIMEOUT_MS = 3000;

const lookUpPublic = lookUpAllowed(isPublicAddress);

/**
 * Fetches the profile picture from the issuer itself, or with https from a public address. Users may choose the address,
 * so it must not reach private networks. Redirects are not followed. Throws if the picture cannot be fetched.
 */
export function fetchPicture(url: URL, issuer: URL): Promise<Buffer> {
  const isOwn = url.origin === issuer.origin;
  const host = hostOf(url);
  if (!isOwn && (url.protocol !== 'https:' || (isIP(host) && !isPublicAddress(host)))) {
    return Promise.reject(new Error('The address is not public'));
  }
  return new Promise((resolve, reject) => {
    const get = url.protocol === 'https:' ? https.get : http.get;
    const request = get(url, { agent: false, ...(isOwn ? {} : { lookup: lookUpPublic }) }, (response) => {
      read(response)
        .then(resolve, reject)
        .finally(() => request.destroy());
    });
    const timer = setTimeout(() => request.destroy(new Error('The request timed out')), TIMEOUT_MS);
    request.on('error', reject).on('close', () => clearTimeout(timer));
  });
}

async function read(response: IncomingMessage): Promise<Buffer> {
  if (response.statusCode !== 200) throw new Error(`The server answered ${response.statusCode}`);
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > limits.pictureBytes) response.destroy(new Error('The picture is too large'));
  });
  return buffer(response);
}
