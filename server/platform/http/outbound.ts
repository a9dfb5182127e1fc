import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/*
 * Which addresses the server connects to when users choose them: none of this machine and of private networks, except those that
 * the operator allows.
 */

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

/** The host in a URL, without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/**
 * A DNS lookup that fails unless all addresses of the name are allowed. The connection uses exactly the checked addresses, so
 * another answer later changes nothing.
 */
export function lookUpAllowed(isAllowed: (address: string) => boolean, look: typeof lookup = lookup): LookupFunction {
  return (hostname, options, callback) => {
    look(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error) callback(error, '');
      else if (!first || !found.every(({ address }) => isAllowed(address))) callback(new NotAllowed(), '');
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

/** The address is not one that the server connects to. */
export class NotAllowed extends Error {
  constructor() {
    super('The address is not public');
  }
}
