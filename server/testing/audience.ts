import { expect } from '@jest/globals';
import { type Person, signUp } from './people.ts';
import type { TestServer } from './server.ts';
import { openTab, type Tab } from './tabs.ts';

/** People with open tabs, and what each of them hears of a write. */
export interface Audience<Name extends string> {
  /**
   * Acts, and expects every tab to hear exactly these events, in any order; those not named, nothing. Each person pins
   * somebody afterwards, and whatever else was told comes before the news of that on the same socket.
   */
  hears<T>(act: () => Promise<T>, expected: Partial<Record<Name, string[]>>): Promise<T>;
  /** What a tab heard during the last act, of one event. */
  payloads(name: Name, event: string): unknown[];
  close(): void;
}

export async function gather<Name extends string>(
  server: TestServer,
  people: Record<Name, Person>,
): Promise<Audience<Name>> {
  const bystander = await signUp(server, 'Post');
  const names = Object.keys(people) as Name[];
  const tabs = new Map<Name, Tab>();
  for (const name of names) tabs.set(name, await openTab(server, people[name]));
  const tabOf = (name: Name) => tabs.get(name) as Tab;
  let marks = new Map<Name, number>();

  const isFence = ({ event, payload }: Tab['heard'][number]) =>
    event === 'pin:changed' && (payload as { userId: string }).userId === bystander.user.id;
  const heardBy = (name: Name) =>
    tabOf(name)
      .heard.slice(marks.get(name))
      .filter((one) => !isFence(one));

  async function fence(): Promise<void> {
    const pinners = new Map(names.map((name) => [people[name].user.id, people[name]]));
    await Promise.all([...pinners.values()].map((person) => person.post(`/api/users/${bystander.user.id}/pin`)));
    await Promise.all(
      names.map((name) => tabOf(name).next('pin:changed', ({ userId }) => userId === bystander.user.id)),
    );
  }

  return {
    async hears(act, expected) {
      await fence();
      marks = new Map(names.map((name) => [name, tabOf(name).heard.length]));
      const answer = await act();
      await Promise.all(
        names.map((name) => tabOf(name).hasHeard((marks.get(name) ?? 0) + (expected[name]?.length ?? 0))),
      );
      await fence();
      const got = Object.fromEntries(
        names.map((name) => [
          name,
          heardBy(name)
            .map(({ event }) => event)
            .sort(),
        ]),
      );
      expect(got).toEqual(Object.fromEntries(names.map((name) => [name, [...(expected[name] ?? [])].sort()])));
      return answer;
    },
    payloads: (name, event) =>
      heardBy(name)
        .filter((one) => one.event === event)
        .map(({ payload }) => payload),
    close: () => {
      for (const tab of tabs.values()) tab.close();
    },
  };
}
