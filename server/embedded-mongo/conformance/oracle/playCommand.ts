import type { Document, MongoClient } from 'mongodb';
import type { CommandCase } from './commands.ts';
import { type Answer, answerOf, resultOf } from './servers.ts';

/** Waiting for the disk would take most of the time. */
const noWait = { w: 1, j: false };

const isRead = ({ find, aggregate, count, distinct }: Document) => Boolean(find ?? aggregate ?? count ?? distinct);

export async function playCommand(
  client: MongoClient,
  { indexes, documents, command }: CommandCase,
): Promise<Answer[]> {
  const db = client.db(`oracle-commands-${process.pid}`, { writeConcern: noWait });
  const rows = db.collection('rows');
  const changesIndexes = indexes.length > 0 || command.createIndexes;
  if (changesIndexes) await rows.drop();
  else await rows.deleteMany({});
  if (indexes.length > 0) await db.command({ createIndexes: 'rows', indexes });
  if (documents.length > 0) {
    const given = await answerOf(() => resultOf(db, { insert: 'rows', documents, writeConcern: noWait }));
    if (given.code !== undefined) return [given];
  }
  const answer = await answerOf(() => resultOf(db, isRead(command) ? command : { ...command, writeConcern: noWait }));
  // A generated _id differs.
  const left = await answerOf(async () =>
    (await rows.find({}, { promoteValues: false }).toArray()).map(({ _id, ...row }) => row),
  );
  if (changesIndexes) await rows.drop();
  return [answer, left];
}
