import { type Document, decode, isDocument, toNumber } from '../bson/document.ts';
import type { Engine } from '../engine.ts';
import { MongoError, refuse } from '../errors.ts';
import type { View, Work } from '../store/view.ts';
import { recall, remember } from '../txn/retry.ts';
import { type Session, transactionTooOld } from '../txn/sessions.ts';
import type { Transaction } from '../txn/transaction.ts';
import type { Request } from '../wire/frame.ts';
import { asMongoError, encodeReply, errorFields, type Reply } from '../wire/reply.ts';
import * as admin from './admin.ts';
import { aggregate } from './aggregate.ts';
import { type Command, type Context, namespaceOf, openCollection } from './command.ts';
import { getMore, killCursors } from './cursors.ts';
import * as ddl from './ddl.ts';
import { count, distinct, explain, find } from './find.ts';
import { findAndModify } from './findAndModify.ts';
import { insert } from './insert.ts';
import { abortTransaction, commitTransaction } from './transactions.ts';
import { remove, update } from './update.ts';

const commands = new Map<string, Command>(
  Object.entries({
    hello: admin.hello,
    ismaster: admin.hello,
    isMaster: admin.hello,
    ping: admin.ping,
    buildInfo: admin.buildInfo,
    buildinfo: admin.buildInfo,
    connectionStatus: admin.connectionStatus,
    getParameter: admin.getParameter,
    endSessions: admin.endSessions,
    killSessions: admin.endSessions,
    refreshSessions: admin.refreshSessions,
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
    create: ddl.create,
    createIndexes: ddl.createIndexes,
    listIndexes: ddl.listIndexes,
    dropIndexes: ddl.dropIndexes,
    drop: ddl.drop,
    dropDatabase: ddl.dropDatabase,
    collMod: ddl.collMod,
    listCollections: ddl.listCollections,
    commitTransaction: { fields: ['recoveryToken'] },
    abortTransaction: { fields: ['recoveryToken'] },
  }),
);

/** What any command may carry. */
const commonFields = new Set([
  ...[
    '$db',
    '$readPreference',
    '$clusterTime',
    'lsid',
    'txnNumber',
    'autocommit',
    'startTransaction',
    'stmtId',
    'stmtIds',
  ],
  ...['readConcern', 'writeConcern', 'maxTimeMS', 'comment', 'apiVersion', 'apiStrict', 'apiDeprecationErrors'],
]);

/** Answers requests on the engine. */
export function createAnswer(engine: Engine): (request: Request) => Promise<Buffer> | Buffer {
  const encodeError = (error: unknown) =>
    encodeReply({ fields: errorFields(asMongoError(error)) }, engine.changelog.now());

  return (request) => {
    try {
      const reply = run(engine, request);
      if (!(reply instanceof Promise)) return encodeReply(reply, engine.changelog.now());
      return reply.then((later) => encodeReply(later, engine.changelog.now())).catch(encodeError);
    } catch (error) {
      return encodeError(error);
    }
  };
}

function run(engine: Engine, request: Request): Promise<Reply> | Reply {
  const body = decode(request.body);
  const name = Object.keys(body)[0] ?? '';
  const command = commands.get(name);
  if (!command) throw new MongoError(59, 'CommandNotFound', `no such command: '${name}'`);
  checkCommand(name, command, body, request);

  const db = typeof body.$db === 'string' ? body.$db : 'admin';
  const context: Context = { engine, name, db, body, sequences: request.sequences };
  if (body.lsid !== undefined) context.session = engine.sessions.find(body.lsid);
  if (name === 'commitTransaction') return commitTransaction(context);
  if (name === 'abortTransaction') return abortTransaction(context);
  if (body.autocommit === false) return runInTransaction(context, command);
  if (command.read) return command.read(context, engine.store);
  return engine.writer.run((view) => {
    const work = () => (command.write as NonNullable<Command['write']>)(context, view);
    const { session } = context;
    return session && body.txnNumber !== undefined ? once(context, session, view, work) : work();
  });

  /** A write that a driver may send again after a lost answer: it is done once and answered the same each time. */
  function* once(given: Context, session: Session, view: View, work: () => Work<Reply>): Work<Reply> {
    const txnNumber = toNumber(given.body.txnNumber);
    const last = recall(engine.store, session.id);
    if (last && last.txnNumber > txnNumber) throw transactionTooOld(txnNumber);
    if (last && last.txnNumber === txnNumber) return { fields: {}, encoded: last.reply };
    const reply = yield* work();
    const encoded = encodeReply(reply, engine.changelog.now());
    remember(view, session.id, { txnNumber, isTransaction: false, reply: encoded });
    return { ...reply, encoded };
  }
}

function checkCommand(name: string, command: Command, body: Document, request: Request): void {
  for (const field of [...Object.keys(body), ...request.sequences.keys()]) {
    if (field !== name && !command.fields.includes(field) && !commonFields.has(field) && !request.isLegacy) {
      throw new MongoError(40415, 'Location40415', `BSON field '${name}.${field}' is an unknown field.`);
    }
  }
  const { readConcern, writeConcern } = body;
  if (isDocument(readConcern) && readConcern.level === 'snapshot' && body.autocommit !== false) {
    throw refuse('readConcern snapshot outside a transaction');
  }
  if (isDocument(writeConcern) && toNumber(writeConcern.w) > 1) {
    throw new MongoError(100, 'UnsatisfiableWriteConcern', 'Not enough data-bearing nodes');
  }
}

function runInTransaction(context: Context, command: Command): Promise<Reply> | Reply {
  const { engine, name, body, session } = context;
  if (!session) throw new MongoError(72, 'InvalidOptions', 'a transaction needs a session');
  const number = toNumber(body.txnNumber);
  if (command.isForbiddenInTransaction) {
    throw new MongoError(
      263,
      'OperationNotSupportedInTransaction',
      `Cannot run '${name}' in a multi-document transaction.`,
    );
  }
  // Collections come into being outside of the transaction, so that its snapshot can know them.
  if (command.createsCollection?.(context) && !engine.catalog.find(namespaceOf(context))) {
    return engine.writer.runAtOnce(() => openCollection(context)).then(() => runStatement());
  }
  return runStatement();

  function runStatement(): Promise<Reply> | Reply {
    const { sessions } = engine;
    const transaction =
      body.startTransaction === true
        ? sessions.start(session as Session, number)
        : sessions.current(session as Session, number);
    context.transaction = transaction;
    try {
      const reply = command.read ? command.read(context, transaction) : finish(context, command, transaction);
      if (!(reply instanceof Promise) && reply.fields.writeErrors) sessions.abort(transaction);
      return reply;
    } catch (error) {
      sessions.abort(transaction);
      throw error;
    }
  }
}

/** In a transaction nothing waits for locks, so a statement runs through at once. */
function finish(context: Context, command: Command, transaction: Transaction): Reply {
  const { done, value } = (command.write as NonNullable<Command['write']>)(context, transaction).next();
  if (!done) throw new Error(`${context.name} waited inside a transaction`);
  return value;
}
