import { type Audience, gather } from './audience.ts';
import { type Person, signInAgain, signUp } from './people.ts';
import type { TestServer } from './server.ts';

type Role = 'owner' | 'member' | 'adder' | 'guest' | 'stranger';

export interface Cast extends Record<Role, Person> {
  audience: Audience<Role | 'owner elsewhere'>;
}

/** Signs up people for the tests of a shared list. */
export async function signUpCast(server: TestServer): Promise<Record<Role, Person>> {
  const [owner, member, adder, guest, stranger] = await Promise.all([
    signUp(server, 'Olga'),
    signUp(server, 'Mia'),
    signUp(server, 'Ada'),
    signUp(server, 'Gus'),
    signUp(server, 'Sten'),
  ]);
  return { owner, member, adder, guest, stranger };
}

/** The same people, each with an open tab. The owner has a second one on another device. */
export async function gatherCast(server: TestServer): Promise<Cast> {
  const people = await signUpCast(server);
  const elsewhere = await signInAgain(server, people.owner);
  const audience = await gather(server, { ...people, 'owner elsewhere': elsewhere });
  return { ...people, audience };
}
