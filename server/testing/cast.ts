import { type Audience, gather } from './audience.ts';
import { type Person, signInAgain, signUp } from './people.ts';
import type { TestServer } from './server.ts';

type Name = 'owner' | 'owner elsewhere' | 'member' | 'adder' | 'guest' | 'stranger';

/** People for the tests of a shared list, each with an open tab. The owner has a second one on another device. */
export interface Cast extends Record<Exclude<Name, 'owner elsewhere' | 'stranger'>, Person> {
  audience: Audience<Name>;
}

export async function gatherCast(server: TestServer): Promise<Cast> {
  const [owner, member, guest, adder, stranger] = await Promise.all([
    signUp(server, 'Olga'),
    signUp(server, 'Mia'),
    signUp(server, 'Gus'),
    signUp(server, 'Ada'),
    signUp(server, 'Sten'),
  ]);
  const elsewhere = await signInAgain(server, owner);
  const audience = await gather(server, { owner, 'owner elsewhere': elsewhere, member, adder, guest, stranger });
  return { owner, member, guest, adder, audience };
}
