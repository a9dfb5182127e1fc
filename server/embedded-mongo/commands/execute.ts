import { toNumber } from '../document.ts';
import { badValue, MongoError } from '../errors.ts';
import { TimeLimitExceeded } from '../search/timeLimit.ts';
import { WriteConflict } from '../store/locks.ts';
import type { View } from '../store/view.ts';
import { findRetryRecord, saveRetryRecord } from '../txn/retry.ts';
import { type Session, transactionTooOld } from '../txn/sessions.ts';
import { StagedWrite } from '../txn/staged.ts';
import { noSuchTransaction, type Transaction } from '../txn/transaction.ts';
import { encodeReply, type Reply } from '../wire/reply.ts';
import { type Command, type Context, parse } from './command.ts';
import { concernError, readLevel } from './concerns.ts';

type Write = NonNullable<Command['write']>;

/** How long the first statement of a transaction waits for a locked document, in milliseconds. */
const firstStatementTimeout = 5000;

/** Runs a write outside of transactions as part of the next commit in which no lock blocks it. */
export function runWrite(context: Context, command: Command): Promise<Reply> {
  const { engine, body, session, timeLimit } = context;
  const inCommit = (action: (view: View) => Reply) =>
    retryWhileLocked(context, timeLimit.remaining, () => engine.writer.run(action)).finally(() =>
      engine.locks.stopWaiting(context),
    );
  if (!session || body.txnNumber === undefined) return inCommit((view) => writeAtomically(context, command, view));

  // The client may send the same write again while the first one still waits for a lock. It must not run twice.
  const txnNumber = toNumber(body.txnNumber);
  if (session.pending?.txnNumber === txnNumber) return session.pending.reply;
  const reply = inCommit((view) => writeOnce(context, command, session, view));
  const pending = { txnNumber, reply };
  session.pending = pending;
  const clear = () => {
    if (session.pending === pending) delete session.pending;
  };
  reply.then(clear, clear);
  return reply;
}

/**
 * Runs the attempt, and again each time after a lock that blocked it is released, until the time is over. Waiters take
 * turns in the order of their requests.
 */
async function retryWhileLocked(context: Context, time: number, attempt: () => Promise<Reply> | Reply): Promise<Reply> {
  const deadline = Date.now() + time;
  let conflict: WriteConflict | undefined;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      // The lock took the time, not the statement.
      if (error instanceof TimeLimitExceeded && conflict && context.transaction) throw conflict;
      if (!(error instanceof WriteConflict) || error.heldKey === undefined) throw error;
      conflict = error;
      if (!context.transaction) context.engine.locks.startWaiting(context);
      await context.engine.locks.waitForTurn(error.heldKey, deadline - Date.now());
      if (Date.now() >= deadline) throw context.transaction ? error : new TimeLimitExceeded();
    }
  }
}

/**
 * Applies the whole write or nothing. While there are locks or disk space is low, and with a time limit, the write is
 * staged in memory, because it may still fail.
 */
function writeAtomically(context: Context, command: Command, view: View): Reply {
  const { locks, diskSpace } = context.engine;
  const mayFail = !locks.isEmpty || diskSpace.isLow || context.timeLimit.isSet;
  const staged = mayFail && !command.isForbiddenInTransaction ? new StagedWrite(view, locks, context) : undefined;
  const reply = (command.write as Write)(context, staged ?? view);
  if (staged) diskSpace.requireFor(staged, view);
  staged?.applyTo(view);
  return { ...reply, fields: { ...reply.fields, ...concernError(context.body) } };
}

/** Runs a write that the driver may retry after a lost reply: it is done once and gets the same reply each time. */
function writeOnce(context: Context, command: Command, session: Session, view: View): Reply {
  const txnNumber = toNumber(context.body.txnNumber);
  const last = findRetryRecord(view, session.id);
  if (last && last.txnNumber > txnNumber) throw transactionTooOld(txnNumber);
  if (last && last.txnNumber === txnNumber) return { fields: {}, encoded: last.reply };
  const reply = writeAtomically(context, command, view);
  const encoded = encodeReply(reply, context.engine.changelog.now());
  saveRetryRecord(view, session.id, { txnNumber, isTransaction: false, reply: encoded });
  return { ...reply, encoded };
}

/** Runs one statement of a multi-document transaction. */
export function runInTransaction(context: Context, command: Command): Promise<Reply> | Reply {
  const { engine, name, body, session } = context;
  if (!session) throw new MongoError(72, 'a transaction needs a session');
  const isForbiddenFirst = body.startTransaction === true && ['getMore', 'killCursors'].includes(name);
  if (command.isForbiddenInTransaction || isForbiddenFirst) {
    throw new MongoError(263, `Cannot run '${name}' in a transaction.`);
  }
  if (body.startTransaction === true) return runFirst(context, command, session);
  return runStatement(context, command, engine.sessions.current(session, toNumber(body.txnNumber)));
}

/**
 * The first statement of a transaction has read nothing yet. When it meets a lock it can wait and start again with a
 * newer snapshot, which saves the client a conflict. It holds no locks while it waits, so there can be no deadlock.
 */
function runFirst(context: Context, command: Command, session: Session): Promise<Reply> {
  const { engine, body, connection, timeLimit } = context;
  const number = toNumber(body.txnNumber);
  let isRetry = false;
  return retryWhileLocked(context, timeLimit.isSet ? timeLimit.remaining : firstStatementTimeout, () => {
    if (!connection.isOpen) throw noSuchTransaction(number);
    if (isRetry) delete session.transaction;
    isRetry = true;
    const transaction = engine.sessions.start(session, number);
    transaction.readConcern = readLevel(body.readConcern);
    return runStatement(context, command, transaction);
  });
}

/** Runs a statement. Any error aborts its transaction. */
function runStatement(context: Context, command: Command, transaction: Transaction): Promise<Reply> | Reply {
  const { sessions } = context.engine;
  context.transaction = transaction;
  transaction.connection = context.connection;
  try {
    if (command.isParsedInTransaction) parse(context, command);
    const reply = command.read ? command.read(context, transaction) : (command.write as Write)(context, transaction);
    if (reply instanceof Promise) {
      return reply.catch((error) => {
        sessions.abort(transaction);
        throw error;
      });
    }
    if (reply.fields.writeErrors) sessions.abort(transaction);
    return reply;
  } catch (error) {
    sessions.abort(transaction);
    throw error;
  }
}

/** Commits. A retry gets the same reply, even after a restart of the server. */
export async function commitTransaction({ engine, session, body }: Context): Promise<Reply> {
  if (!session) throw badValue('commitTransaction needs a session');
  const done: Reply = { fields: concernError(body) };
  const number = toNumber(body.txnNumber);
  const transaction = session.transaction?.number === number ? session.transaction : undefined;
  if (!transaction || transaction.state === 'committed') {
    const record = findRetryRecord(engine.store, session.id);
    if (transaction || (record?.isTransaction && record.txnNumber === number)) return done;
  }
  if (!transaction || transaction.state === 'aborted') throw noSuchTransaction(number);
  if (!transaction.hasWritten && transaction.state === 'open') {
    engine.sessions.end(transaction, 'committed');
    return done;
  }

  transaction.state = 'committing';
  try {
    await engine.writer.run((view) => {
      if (transaction.state === 'committed') return; // the client sent the same commit twice at the same time
      engine.diskSpace.requireFor(transaction, view);
      transaction.commitTo(view, engine.catalog);
      saveRetryRecord(view, session.id, {
        txnNumber: number,
        isTransaction: true,
        reply: encodeReply(done, engine.changelog.now()),
      });
      engine.sessions.end(transaction, 'committed');
    });
  } catch (error) {
    engine.sessions.end(transaction, 'aborted');
    transaction.state = 'aborted'; // overrides the state that the action may have set: the commit is not on disk
    throw error;
  }
  return done;
}

export function abortTransaction({ engine, session, body }: Context): Reply {
  if (!session) throw badValue('abortTransaction needs a session');
  const transaction = engine.sessions.current(session, toNumber(body.txnNumber));
  engine.sessions.abort(transaction);
  return { fields: {} };
}
