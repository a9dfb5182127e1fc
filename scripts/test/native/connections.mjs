import net from 'node:net';

/*
 * Tests may reach only this machine and their database. Imported for its effect: from then on, no socket of this process
 * connects to another address. Every request ends in a socket, whichever package makes it: fetch, http, https, tls and net.
 */

const local = new net.BlockList();
local.addSubnet('127.0.0.0', 8);
local.addAddress('::1', 'ipv6');

/** The hosts of the database that MONGODB_URI may name. */
function databaseHosts() {
  const addresses = [process.env.TEST_MONGODB_URI, process.env.MONGODB_URI].join(' ');
  const lists = [...addresses.matchAll(/mongodb(?:\+srv)?:\/\/(?:[^/@\s]*@)?([^/?\s]+)/g)].map(([, hosts]) => hosts);
  return lists.flatMap((hosts) => hosts.split(',').map((host) => host.replace(/:\d+$/, '')));
}

function isAllowed(host) {
  const address = host.replace(/^\[|\]$/g, '');
  const family = net.isIP(address);
  if (family !== 0 && local.check(address, family === 4 ? 'ipv4' : 'ipv6')) return true;
  return host === 'localhost' || databaseHosts().includes(host);
}

const refused = [];

/** The refused connections since the last call, as errors with the stack of the caller. */
export const takeRefused = () => refused.splice(0);

/** Throws the first refused connection since the last call. */
export function requireNoneRefused() {
  const [first] = takeRefused();
  if (first) throw first;
}

const { connect } = net.Socket.prototype;

net.Socket.prototype.connect = function connectLocally(...args) {
  // net.connect() passes on its arguments as one array.
  const [options] = Array.isArray(args[0]) ? args[0] : net._normalizeArgs(args);
  const { host = 'localhost', port, path } = options;
  // A path names a local socket.
  if (path || isAllowed(host)) return connect.apply(this, args);
  const error = new Error(`A test connects to ${host}:${port}. It may reach only this machine and its database.`);
  refused.push(error);
  // As long as it connects, what is written waits.
  this.connecting = true;
  process.nextTick(() => this.destroy(error));
  return this;
};
