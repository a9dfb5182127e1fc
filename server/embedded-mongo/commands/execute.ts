import { toNumber } from '../bson/document.ts';
import { MongoError } from '../errors.ts';
import type { View } from '../store/view.ts';
import { WriteConflict } from '../txn/locks.ts';
import { recall, remember } from '../txn/retry.ts';
import { type Session, transactionTooOld } from '../txn/sessions.ts';
import { StagedWrite } from '../txn/staged.ts';
import { noSuchTransaction, type Transaction } from '../txn/transaction.ts';
import { encodeReply, type Reply } from '../wire/reply.ts';
import { type Command, type Context, optionalNumber } from './command.ts';
import { concernError } from './results.ts';

type Write = NonNullable<Command['write']>;

/** How long the first statement of a transaction waits for its turn at a document. */
const patience = 5000;

/** A write outside of transactions: part of the next commit in which no lock is in its way. */
export function runWrite(context: Context, command: Command): Promise<Reply> {
  const { engine, body, session } = context;
  const maxTime = optionalNumber(body.maxTimeMS, 'maxTimeMS') || Number.POSITIVE_INFINITY;
  const inCommit = (action: (view: View) => Reply) =>
    inTurn(context, maxTime, () => engine.writer.run(action)).finally(() => engine.locks.giveBack(context));
  if (!session || body.txnNumber === undefined) return inCommit((view) => writeWhole(context, command, view));

  // The same write sent again while the first still waits for a lock is not done beside it.
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

/** Tries, and where somebody's lock is in the way, begins anew when it is free: in the order of asking, while there is time. */
async function inTurn(context: Context, time: number, attempt: () => Promise<Reply> | Reply): Promise<Reply> {
  const deadline = Date.now() + time;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const key = error instanceof WriteConflict ? error.heldKey : undefined;
      if (key === undefined) throw error;
      const left = deadline - Date.now();
      if (left <= 0) throw context.transaction ? error : new MongoError(50, 'operation exceeded time limit');
      if (!context.transaction) context.engine.locks.keepFor(context);
      await context.engine.locks.whenFree(key, left);
    }
  }
}

/** All or nothing: where somebody holds locks, the write stays in memory until it has met none of them. */
function writeWhole(context: Context, command: Command, view: View): Reply {
  const mayWait = !context.engine.locks.isEmpty && !command.isForbiddenInTransaction;
  const staged = mayWait ? new StagedWrite(view, context.engine.locks, context) : undefined;
  const reply = (command.write as Write)(context, staged ?? view);
  staged?.applyTo(view);
  return { ...reply, fields: { ...reply.fields, ...concernError(context.body) } };
}

/** A write that a driver may send again after a lost answer: it is done once and answered the same each time. */
function writeOnce(context: Context, command: Command, session: Session, view: View): Reply {
  const txnNumber = toNumber(context.body.txnNumber);
  const last = recall(view, session.id);
  if (last && last.txnNumber > txnNumber) throw transactionTooOld(txnNumber);
  if (last && last.txnNumber === txnNumber) return { fields: {}, encoded: last.reply };
  const reply = writeWhole(context, command, view);
  const encoded = encodeReply(reply, context.engine.changelog.now());
  remember(view, session.id, { txnNumber, isTransaction: false, reply: encoded });
  return { ...reply, encoded };
}

/** A statement of a multi-document transaction. */
export function runInTransaction(context: Context, command: Command): Promise<Reply> | Reply {
  const { engine, name, body, session } = context;
  if (!session) throw new MongoError(72, 'a transaction needs a session');
  if (command.isForbiddenInTransaction) {
    throw new MongoError(263, `Cannot run '${name}' in a transaction.`);
  }
  if (body.startTransaction === true) return runFirst(context, command, session);
  return runStatement(context, command, engine.sessions.current(session, toNumber(body.txnNumber)));
}

/**
 * The first statement has seen nothing yet, so where it meets a lock it may as well wait and begin anew with a later
 * snapshot: that spares its client the conflict. It holds nothing while it waits, so nobody can wait in a circle.
 */
function runFirst(context: Context, command: Command, session: Session): Promise<Reply> {
  const { engine, body, connection } = context;
  const number = toNumber(body.txnNumber);
  let isAgain = false;
  return inTurn(context, optionalNumber(body.maxTimeMS, 'maxTimeMS') || patience, () => {
    if (!connection.isOpen) throw noSuchTransaction(number);
    if (isAgain) delete session.transaction;
    isAgain = true;
    return runStatement(context, command, engine.sessions.start(session, number));
  });
}

/** Any error in a statement is the end of its transaction. */
function runStatement(context: Context, command: Command, transaction: Transaction): Promise<Reply> | Reply {
  const { sessions } = context.engine;
  context.transaction = transaction;
  transaction.connection = context.connection;
  try {
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
