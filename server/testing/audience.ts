import { expect } from '@jest/globals';
import { type Person, signUp } from './people.ts';
import type { TestServer } from './server.ts';
import { openTab, type Tab } from './tabs.ts';

/** People with open tabs, to check the events that each of them receives. */
export interface Audience<Name extends string> {
  /**
   * Acts, and expects each tab to receive exactly these events in any order, and no event for people who are not named.
   * Each person pins another one afterwards: other events would arrive before the event of that pin.
   */
  hears<T>(act: () => Promise<T>, expected: Partial<Record<Name, string[]>>): Promise<T>;
  /** The payloads of one event that a tab received during the last act. */
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
