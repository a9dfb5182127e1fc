import type { Document } from '../document.ts';
import type { Engine } from '../engine.ts';
import { MongoError, refuse } from '../errors.ts';
import { TimeLimit } from '../search/timeLimit.ts';
import type { Request } from '../wire/frame.ts';
import { asMongoError, encodeReply, errorFields, type Reply } from '../wire/reply.ts';
import type { Connection, RequestHandler } from '../wire/server.ts';
import * as admin from './admin.ts';
import { type Command, type Context, checkField, commonFields, fieldsOf, parse, readDocument } from './command.ts';
import { checkConcerns } from './concerns.ts';
import { abortTransaction, commitTransaction, runInTransaction, runWrite } from './execute.ts';
import { aggregate } from './read/aggregate.ts';
import { cursorIdOf, getMore, killCursors } from './read/cursors.ts';
import { count, distinct, explain, find } from './read/find.ts';
import * as collections from './schema.ts';
import * as indexes from './schema.ts';
import { findAndModify, insert, remove, update } from './write.ts';

const commands = new Map<string, Command>(
  Object.entries({
    hello: admin.hello,
    ismaster: admin.hello,
    isMaster: admin.hello,
    ping: admin.ping,
    buildInfo: admin.buildInfo,
    buildinfo: admin.buildInfo,
    getParameter: admin.getParameter,
    endSessions: admin.endSessions,
    killAllSessions: admin.killAllSessions,
    listDatabases: admin.listDatabases,
    insert,
    update,
    delete: remove,
    findAndModify,
    find,
    count,
    distinct,
    explain,
    aggregate,
    getMore,
    killCursors,
    create: collections.create,
    createIndexes: indexes.createIndexes,
    listIndexes: indexes.listIndexes,
    dropIndexes: indexes.dropIndexes,
    drop: collections.drop,
    dropDatabase: collections.dropDatabase,
    listCollections: collections.listCollections,
    commitTransaction: { fields: fieldsOf({ any: 'recoveryToken' }) },
    abortTransaction: { fields: fieldsOf({ any: 'recoveryToken' }) },
  }),
);

/** Commands of MongoDB that are deliberately not supported. */
const refusedCommands = new Set(
  (
    'bulkWrite connectionStatus killSessions refreshSessions mapReduce renameCollection collMod convertToCapped ' +
    'serverStatus validate dbStats collStats compact currentOp killOp ' +
    'createUser createSearchIndexes updateSearchIndex dropSearchIndex setParameter'
  ).split(' '),
);

/** Commands that a client may not use in strict mode of the stable API. */
const unversioned = new Set('ismaster isMaster buildInfo buildinfo getParameter killAllSessions distinct'.split(' '));

export function createRequestHandler(engine: Engine): RequestHandler {
  return (request, connection) => {
    let body: Document = {};
    const encodeError = (error: unknown) => {
      const failure = asMongoError(error);
      const labels = labelsFor(failure.code, Object.keys(body)[0] ?? '', body, engine);
      failure.errorLabels = [...new Set([...(failure.errorLabels ?? []), ...labels])];
      return encodeReply({ fields: errorFields(failure) }, engine.changelog.now());
    };
    try {
      body = readDocument(request.body);
      const reply = run(engine, body, request, connection);
      if (!(reply instanceof Promise)) return encodeReply(reply, engine.changelog.now());
      return reply.then((later) => encodeReply(later, engine.changelog.now())).catch(encodeError);
    } catch (error) {
      return encodeError(error);
    }
  };
}

function run(engine: Engine, body: Document, request: Request, connection: Connection): Promise<Reply> | Reply {
  const name = Object.keys(body)[0] ?? '';
  const command = commands.get(name);
  if (body.apiStrict === true && (!command || unversioned.has(name))) {
    throw new MongoError(323, `Provided apiStrict:true, but the command ${name} is not in API Version 1`);
  }
  if (refusedCommands.has(name)) throw refuse(`the command ${name}`);
  if (!command) throw new MongoError(59, `no such command: '${name}'`);
  if (!request.isLegacy) checkCommand(name, command, body);

  const { $db: db = 'admin' } = body as { $db?: string };
  if (!/^[^/\\. "$\0]{1,63}$/.test(db)) throw new MongoError(73, `Invalid database name: '${db}'`);
  const timeLimit = new TimeLimit(body.maxTimeMS);
  const { sequences } = request;
  const context: Context = { engine, name, db, body, sequences, connection, timeLimit, statements: [] };
  const isParsedLater = command.isParsedInTransaction && body.autocommit === false;
  if (!request.isLegacy && !isParsedLater) parse(context, command);
  if ((body.lsid ?? null) !== null) context.session = engine.sessions.find(body.lsid);
  if (name === 'commitTransaction') return commitTransaction(context);
  if (name === 'abortTransaction') return abortTransaction(context);
  if (body.autocommit === false) return runInTransaction(context, command);
  if (command.read) return command.read(context, engine.store);
  return runWrite(context, command);
}

/** Checks what all commands have. */
function checkCommand(name: string, command: Command, body: Document): void {
  for (const [field, value] of Object.entries(body)) {
    const type = field === name ? undefined : commonFields.get(field);
    if (type) checkField(type, value, `${name}.${field}`);
  }
  checkConcerns(name, body, command.write !== undefined);
  if (body.apiVersion !== undefined && body.apiVersion !== '1') {
    throw new MongoError(322, `API version must be "1": ${String(body.apiVersion)}`);
  }
  if (body.apiVersion === undefined && (body.apiStrict ?? body.apiDeprecationErrors) !== undefined) {
    throw new MongoError(4886600, 'apiStrict and apiDeprecationErrors need an apiVersion');
  }
  checkSession(body);
}

/** Refuses fields of sessions and transactions without those that they belong to. */
function checkSession({ lsid, txnNumber, autocommit, startTransaction }: Document): void {
  const isMissing =
    (startTransaction !== undefined && autocommit === undefined) ||
    (autocommit !== undefined && (txnNumber ?? null) === null) ||
    ((txnNumber ?? null) !== null && (lsid ?? null) === null);
  if (isMissing) throw new MongoError(72, 'a transaction needs lsid, txnNumber and autocommit');
  if (autocommit === true || startTransaction === false) {
    throw new MongoError(72, 'autocommit can only be false, and startTransaction only true');
  }
}

/** Codes of a server that is shutting down or no longer primary: a retry, perhaps with another server, may succeed. */
const unavailableCodes = [6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436];
const retryableWrite = new Set(unavailableCodes);
const transientInTransaction = new Set([...unavailableCodes, 24, 112, 246, 251]);
const transientAtCommit = new Set([24, 112, 246, 251]);
const resumable = new Set([...unavailableCodes, 63, 133, 150, 234, 13388]);

const endsTransaction = (name: string) => name === 'commitTransaction' || name === 'abortTransaction';

/** The labels of an error with this code in the reply to this command. Drivers use them to decide whether to retry. */
export function labelsFor(code: number, name: string, body: Document, engine: Engine): string[] {
  const isInTransaction = body.autocommit === false;
  const isRetryable = endsTransaction(name) || (body.txnNumber !== undefined && !isInTransaction);
  const labels: string[] = [];
  if (isRetryable && retryableWrite.has(code)) labels.push('RetryableWriteError');
  const transient = endsTransaction(name) ? transientAtCommit : transientInTransaction;
  if (isInTransaction && transient.has(code)) labels.push('TransientTransactionError');
  if (resumable.has(code) && isChangeStream(name, body, engine)) labels.push('ResumableChangeStreamError');
  return labels;
}

function isChangeStream(name: string, body: Document, engine: Engine): boolean {
  if (name === 'getMore') return engine.cursors.isChangeStream(cursorIdOf(body.getMore));
  const [first] = Array.isArray(body.pipeline) ? (body.pipeline as Document[]) : [];
  return name === 'aggregate' && first !== undefined && '$changeStream' in first;
}
