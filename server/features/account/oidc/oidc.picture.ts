import { lookup } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { limits } from '../../../../common/constants.ts';

const TIMEOUT_MS = 3000;

const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateNetworks.addSubnet(network, bits);
}

const globalNetworks = new BlockList();
globalNetworks.addSubnet('2000::', 3, 'ipv6');

// Teredo and 6to4, which can tunnel to any IPv4 address.
const tunnels = new BlockList();
tunnels.addSubnet('2001::', 32, 'ipv6');
tunnels.addSubnet('2002::', 16, 'ipv6');

/** True for public addresses; false for those of this machine and of private networks. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !privateNetworks.check(address);
  return isIP(address) === 6 && globalNetworks.check(address, 'ipv6') && !tunnels.check(address, 'ipv6');
}

/** A DNS lookup that fails for addresses that are not public. The connection uses exactly the checked address. */
const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const [first] = found ?? [];
    if (error) callback(error, '');
    else if (!first || !found.every(({ address }) => isPublicAddress(address))) {
      callback(new Error('The host name has no public address'), '');
    } else if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  });
};

/**
 * Fetches the profile picture from the issuer itself, or with https from a public address. Users may choose the address,
 * so it must not reach private networks. Redirects are not followed. Throws if the picture cannot be fetched.
 */
export function fetchPicture(url: URL, issuer: URL): Promise<Buffer> {
  const isOwn = url.origin === issuer.origin;
  const host = url.hostname.replace(/^\[|\]$/g, '');
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
