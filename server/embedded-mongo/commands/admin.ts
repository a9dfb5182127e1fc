import { ObjectId } from 'bson';
import { type Document, isDocument } from '../document.ts';
import { isTruthy } from '../query/expr.ts';
import { compileMatch } from '../query/match.ts';
import { maxDocumentSize } from '../store/records.ts';
import { sessionLifetime } from '../txn/sessions.ts';
import { type Command, type Context, fieldsOf, maxWriteBatchSize, optionalDocument } from './command.ts';

const setName = 'embedded';
const version = '7.0.0';
const electionId = new ObjectId('7fffffff0000000000000001');

/**
 * Describes the primary of a replica set, because only replica sets have transactions and change streams. Without
 * topologyVersion, drivers poll from time to time instead of keeping a request open.
 */
function describeServer({ engine, connection }: Context): Document {
  return {
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    secondary: false,
    setName,
    setVersion: 1,
    electionId,
    hosts: [engine.address],
    me: engine.address,
    primary: engine.address,
    maxBsonObjectSize: maxDocumentSize,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: sessionLifetime / 60_000,
    minWireVersion: 0,
    maxWireVersion: 21,
    connectionId: connection.id,
    readOnly: false,
  };
}

const helloFields =
  'client compression helloOk speculativeAuthenticate saslSupportedMechs loadBalanced topologyVersion maxAwaitTimeMS backpressure';

export const hello: Command = {
  fields: fieldsOf({ any: helloFields }),
  isForbiddenInTransaction: true,
  read(context) {
    const { client } = context.body;
    const application = isDocument(client) && isDocument(client.application) ? client.application : {};
    if (typeof application.name === 'string') context.connection.appName = application.name;
    return { fields: describeServer(context) };
  },
};

export const ping: Command = { fields: fieldsOf({}), isForbiddenInTransaction: true, read: () => ({ fields: {} }) };

export const buildInfo: Command = {
  fields: fieldsOf({}),
  isForbiddenInTransaction: true,
  read: () => ({
    fields: {
      version,
      versionArray: version.split('.').concat('0').map(Number),
      gitVersion: 'embedded',
      modules: [],
      maxBsonObjectSize: maxDocumentSize,
      storageEngines: ['lmdb'],
    },
  }),
};

export const getParameter: Command = {
  fields: fieldsOf({ any: 'featureCompatibilityVersion enableTestCommands' }),
  isForbiddenInTransaction: true,
  read({ body, engine }) {
    const all: Document = {
      featureCompatibilityVersion: { version: '7.0' },
      enableTestCommands: engine.hasTestCommands,
    };
    const isWanted = (name: string) => body.getParameter === '*' || body[name] === 1 || body[name] === true;
    return { fields: Object.fromEntries(Object.entries(all).filter(([name]) => isWanted(name))) };
  },
};

export const endSessions: Command = {
  fields: fieldsOf({}),
  isForbiddenInTransaction: true,
  read({ engine, body }) {
    const given = Array.isArray(body.endSessions) ? body.endSessions : [];
    for (const lsid of given) engine.sessions.endSession(lsid);
    return { fields: {} };
  },
};

export const killAllSessions: Command = {
  fields: fieldsOf({}),
  isForbiddenInTransaction: true,
  read({ engine }) {
    engine.sessions.abortAll();
    return { fields: {} };
  },
};

export const listDatabases: Command = {
  fields: fieldsOf({ 'document?': 'filter', 'flag?': 'nameOnly', 'boolean?': 'authorizedDatabases' }),
  isForbiddenInTransaction: true,
  read({ engine, body }) {
    const matches = compileMatch(optionalDocument(body.filter, 'filter') ?? {});
    const names = [...new Set([...engine.catalog.all()].map(({ db }) => db))].sort();
    const databases = names.map((name): Document => (isTruthy(body.nameOnly) ? { name } : { name, empty: false }));
    return { fields: { databases: databases.filter((database) => matches(database)) } };
  },
};
