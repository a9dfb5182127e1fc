import { inParallel } from '../lib/benchmark.ts';
import { Connection, expectStatus } from '../lib/connection.ts';
import { openTab } from '../lib/tab.ts';

export interface RevealArgs {
  /** The nodes. The tabs are spread evenly over them; requests go to the first. */
  ports: [number, ...number[]];
  /** One cookie for each tab. */
  cookies: string[];
  /** The cookies of the voters. The first one opens the polls, the last one is the last to be ready. */
  voters: string[];
  folderId: string;
  rounds: number;
}

export interface RevealResult {
  /** Milliseconds of each round from the last voter's ballot to the arrival of the result in the last tab. */
  lasts: number[];
}

interface Poll {
  id: string;
  rev: number;
  candidateKeys: string[];
}

/** Longer than the time in which the server collects changes into one event. */
const PAUSE_MS = 30;

export async function run({ ports, cookies, voters, folderId, rounds }: RevealArgs): Promise<RevealResult> {
  const arrivals = new Arrivals(cookies.length);
  const tabs = await inParallel([...cookies.entries()], 50, ([index, cookie]) =>
    openTab(ports[index % ports.length] ?? ports[0], cookie, (text) => arrivals.add(text)),
  );
  const group = new Group(ports[0], voters);
  const lasts: number[] = [];
  const warmUp = Math.ceil(rounds / 10);
  for (let round = 0; round < rounds + warmUp; round++) {
    const poll = await group.startVote(folderId);
    for (let voter = 0; voter < voters.length - 2; voter++) await group.beReady(voter, poll);
    // Every ballot so far raised the rev, and so does the next one.
    const isWaiting = arrivals.inAllTabs(poll.id, `"rev":${poll.rev + voters.length - 1},`);
    await group.beReady(voters.length - 2, poll);
    await isWaiting;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

    const revealed = arrivals.inAllTabs(poll.id, '"state":"revealed"');
    const began = performance.now();
    const arrived = revealed.then(() => performance.now() - began);
    await group.beReady(voters.length - 1, poll);
    const lastMs = await arrived;
    if (round >= warmUp) lasts.push(lastMs);
  }
  group.close();
  for (const tab of tabs) tab.close();
  return { lasts };
}

/** Counts the tabs that have received an awaited event. The texts are not parsed, which would take longer than the rest. */
class Arrivals {
  private readonly tabs: number;
  private parts: string[] = [];
  private heard = 0;
  private onAllHeard = () => {};

  constructor(tabs: number) {
    this.tabs = tabs;
  }

  /** Resolves when every tab has received a poll:changed with all these parts. */
  inAllTabs(...parts: string[]): Promise<void> {
    this.parts = parts;
    this.heard = 0;
    return new Promise((resolve) => {
      this.onAllHeard = resolve;
    });
  }

  add(text: string): void {
    if (!text.startsWith('42["poll:changed"') || !this.parts.every((part) => text.includes(part))) return;
    this.heard += 1;
    if (this.heard === this.tabs) this.onAllHeard();
  }
}

/** Some members of a list, who vote. */
class Group {
  private readonly connection: Connection;
  private readonly cookies: readonly string[];

  constructor(port: number, cookies: readonly string[]) {
    this.connection = new Connection(port);
    this.cookies = cookies;
  }

  /** Opens a poll, which takes the place of the one before, lets everyone join and starts the vote. */
  async startVote(folderId: string): Promise<Poll> {
    const opened = await this.send(0, 'POST', `/api/folders/${folderId}/polls`, {});
    const { id } = JSON.parse(expectStatus(opened, 201)) as Poll;
    for (let voter = 1; voter < this.cookies.length; voter++)
      expectStatus(await this.send(voter, 'POST', `/api/polls/${id}/participants/me`), 200);
    return JSON.parse(expectStatus(await this.send(0, 'POST', `/api/polls/${id}/start`), 200)) as Poll;
  }

  async beReady(voter: number, { id, candidateKeys }: Poll): Promise<void> {
    const marks = Object.fromEntries(candidateKeys.map((key, index) => [key, (index + voter) % 3]));
    expectStatus(await this.send(voter, 'PUT', `/api/polls/${id}/ballot`, { marks, isReady: true }), 200);
  }

  close(): void {
    this.connection.close();
  }

  private send(voter: number, method: string, path: string, body?: object) {
    return this.connection.send(method, path, { cookie: this.cookies[voter] ?? '' }, body && JSON.stringify(body));
  }
}
