import mongoose from 'mongoose';
import { createFolder, type Person, signInAgain, signUp } from './people.ts';
import { createGuestLink, joinAsGuest, startVote } from './polls.ts';
import type { TestServer } from './server.ts';

interface Cast {
  server: TestServer;
  owner: Person;
  people: Record<string, Omit<Person, 'user'>>;
}

/** The operator of the instance, or a further one. */
export async function signUpOperator(server: TestServer): Promise<Person> {
  const person = await signUp(server);
  const users = mongoose.connection.collection('users');
  await users.updateOne({ email: person.user.email }, { $set: { isOperator: true } });
  return person;
}

export async function withExpiredSession(server: TestServer, person: Person): Promise<Person> {
  const again = await signInAgain(server, person);
  const sessionId = /marquee\.sid=s:([^.]+)/.exec(decodeURIComponent(again.cookie))?.[1] ?? '';
  const sessions = mongoose.connection.collection<{ _id: string; expires: Date }>('sessions');
  const { modifiedCount } = await sessions.updateOne({ _id: sessionId }, { $set: { expires: new Date(0) } });
  if (modifiedCount !== 1) throw new Error('No session expired');
  return again;
}

/** Two guests of a poll in another list of the owner; the session of one has expired. */
export async function putForeignGuests({ server, owner, people }: Cast): Promise<void> {
  const poll = await startVote(owner, (await createFolder(owner)).id);
  const link = await createGuestLink(owner, poll.id);
  const [foreign, expired] = [await joinAsGuest(server, link), await joinAsGuest(server, link)];
  const sessions = mongoose.connection.collection('guestsessions');
  await sessions.updateOne({ _id: new mongoose.Types.ObjectId(expired.id) }, { $set: { expiresAt: new Date(0) } });
  people['foreign guest'] = foreign;
  people['expired guest'] = expired;
}
