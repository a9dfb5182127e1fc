import { toNumber } from '../document.ts';
import { badValue } from '../errors.ts';
import { findRetryRecord, saveRetryRecord } from '../txn/retry.ts';
import { noSuchTransaction } from '../txn/transaction.ts';
import { encodeReply, type Reply } from '../wire/reply.ts';
import type { Context } from './command.ts';
import { concernError } from './concerns.ts';

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
