import { toNumber } from '../bson/document.ts';
import { badValue } from '../errors.ts';
import { recall, remember } from '../txn/retry.ts';
import { noSuchTransaction } from '../txn/transaction.ts';
import { encodeReply, type Reply } from '../wire/reply.ts';
import type { Context } from './command.ts';
import { concernError } from './results.ts';

/** Commits; asked again it answers the same, also when the server was restarted in between. */
export async function commitTransaction({ engine, session, body }: Context): Promise<Reply> {
  if (!session) throw badValue('commitTransaction needs a session');
  const done: Reply = { fields: concernError(body) };
  const number = toNumber(body.txnNumber);
  const transaction = session.transaction?.number === number ? session.transaction : undefined;
  if (!transaction || transaction.state === 'committed') {
    const record = recall(engine.store, session.id);
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
      if (transaction.state === 'committed') return; // the same commit, asked twice at once
      transaction.commitTo(view, engine.catalog);
      remember(view, session.id, {
        txnNumber: number,
        isTransaction: true,
        reply: encodeReply(done, engine.changelog.now()),
      });
      engine.sessions.end(transaction, 'committed');
    });
  } catch (error) {
    engine.sessions.end(transaction, 'aborted');
    transaction.state = 'aborted'; // also when it had ended: the commit is not on disk
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
