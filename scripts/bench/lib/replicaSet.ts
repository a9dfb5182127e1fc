import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findFreePort } from 'embedded-mongo/testing/mongod';
import { MongoClient } from 'mongodb';
import { type MemberRelay, startMemberRelay } from './memberRelay.ts';

const SIZE = 3;
const DATABASE = 'faults';
const PATIENCE_MS = 60_000;

export interface Member {
  /** Its place in the list of members. */
  index: number;
  /** The port of mongod. Apps and other members use its relay. */
  port: number;
  relay: MemberRelay;
  process: ChildProcess;
}

/** From whom a member is cut off. */
type Cut = 'members' | 'all';

interface ReplicaSetOptions {
  /** The path of mongod. */
  program: string;
  transactionSeconds: number;
}

/** A replica set of three on this machine, whose members can be killed, frozen, and cut from each other. */
export class ReplicaSet {
  readonly members: Member[] = [];
  private readonly options: ReplicaSetOptions;
  private readonly folder = mkdtempSync(join(tmpdir(), 'mq-set-'));
  private cut: { index: number; from: Cut } | null = null;

  static async start(options: ReplicaSetOptions): Promise<ReplicaSet> {
    const set = new ReplicaSet(options);
    for (let index = 0; index < SIZE; index += 1) await set.addMember(index);
    const members = set.members.map(({ index, relay }) => ({ _id: index, host: `127.0.0.1:${relay.port}` }));
    await Promise.all(set.members.map((member) => set.whenMember(member, () => true)));
    await set.command(set.at(0), { replSetInitiate: { _id: 'rs0', members } });
    await set.findPrimary();
    return set;
  }

  private constructor(options: ReplicaSetOptions) {
    this.options = options;
  }

  get uri(): string {
    const hosts = this.members.map(({ relay }) => `127.0.0.1:${relay.port}`).join();
    return `mongodb://${hosts}/${DATABASE}?replicaSet=rs0`;
  }

  /** Waits until there is a primary that the majority knows. */
  async findPrimary(): Promise<Member> {
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await setTimeout(100)) {
      const hellos = await Promise.all(this.members.map((member) => this.hello(member)));
      const named = hellos.flatMap((hello) => hello?.primary ?? []);
      const member = this.members.find(({ index, relay }) => {
        const votes = named.filter((name) => name === `127.0.0.1:${relay.port}`).length;
        return votes > SIZE / 2 && hellos[index]?.isWritablePrimary;
      });
      if (member) return member;
    }
    throw new Error('The replica set has no primary');
  }

  async findSecondary(): Promise<Member> {
    return this.at(((await this.findPrimary()).index + 1) % SIZE);
  }

  /** Waits until every member is the primary or follows it. */
  async whenHealthy(): Promise<void> {
    for (const member of this.members) {
      await this.whenMember(member, ({ isWritablePrimary, secondary }) => Boolean(isWritablePrimary || secondary));
    }
    await this.findPrimary();
  }

  async kill(member: Member, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const ended = once(member.process, 'exit');
    member.process.kill(signal);
    await ended;
  }

  revive(member: Member): void {
    member.process = this.launch(member.index, member.port);
  }

  freeze(member: Member): void {
    member.process.kill('SIGSTOP');
  }

  thaw(member: Member): void {
    member.process.kill('SIGCONT');
  }

  cutOff({ index }: Member, from: Cut): void {
    this.cut = { index, from };
    this.refreshRelays();
  }

  reconnect(): void {
    this.cut = null;
    this.refreshRelays();
  }

  async stepDown(member: Member): Promise<void> {
    // It may close the connection before it answers.
    await this.command(member, { replSetStepDown: 10, secondaryCatchUpPeriodSecs: 5 }).catch(() => undefined);
  }

  /** True if most members have the document. Each is asked itself, which works during a cut too. */
  async isHeldByMajority(collection: string, filter: object): Promise<boolean> {
    const found = await Promise.all(
      this.members.map((member) => this.command(member, { find: collection, filter, limit: 1 }, DATABASE)),
    );
    return found.filter((reply) => (reply as Found).cursor.firstBatch.length > 0).length > SIZE / 2;
  }

  async stop(): Promise<void> {
    this.reconnect();
    for (const member of this.members) {
      this.thaw(member);
      if (member.process.exitCode === null && member.process.signalCode === null) await this.kill(member);
      await member.relay.close();
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private at(index: number): Member {
    return this.members[index] as Member;
  }

  private async addMember(index: number): Promise<void> {
    const port = await findFreePort();
    const relay = await startMemberRelay({
      target: port,
      pids: () => this.members.map(({ process }) => process.pid ?? 0),
      isCutFrom: (pid) => this.isCut(index, pid),
    });
    this.members.push({ index, port, relay, process: this.launch(index, port) });
  }

  /** True if nothing passes between a member and a process: another member, or a client if it is undefined. */
  private isCut(index: number, pid: number | undefined): boolean {
    if (!this.cut) return false;
    const caller = this.members.find(({ process }) => process.pid === pid)?.index;
    // A member also calls itself, to find out which of the listed ones it is.
    if (caller === index) return false;
    if (caller === undefined) return this.cut.from === 'all' && this.cut.index === index;
    return caller === this.cut.index || index === this.cut.index;
  }

  private refreshRelays(): void {
    for (const { relay } of this.members) relay.refresh();
  }

  private launch(index: number, port: number): ChildProcess {
    const data = join(this.folder, String(index));
    mkdirSync(data, { recursive: true });
    const settings = [
      `transactionLifetimeLimitSeconds=${this.options.transactionSeconds}`,
      'diagnosticDataCollectionEnabled=false',
    ];
    const args = ['--replSet', 'rs0', '--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', data];
    const small = ['--wiredTigerCacheSizeGB', '0.3', '--oplogSize', '200'];
    const child = spawn(
      this.options.program,
      [...args, ...small, ...settings.flatMap((one) => ['--setParameter', one])],
      {
        stdio: 'ignore',
      },
    );
    // If the benchmark fails, the member ends too.
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    return child;
  }

  private async hello(member: Member): Promise<Hello | null> {
    return (await this.command(member, { hello: 1 }).catch(() => null)) as Hello | null;
  }

  private async whenMember(member: Member, is: (hello: Hello) => boolean): Promise<void> {
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await setTimeout(100)) {
      const hello = await this.hello(member);
      if (hello && is(hello)) return;
    }
    throw new Error(`Member ${member.index} of the replica set does not recover`);
  }

  /** Runs a command on a member itself, which works during a cut too. */
  private async command({ port }: Member, command: object, database = 'admin'): Promise<object> {
    const limit = { serverSelectionTimeoutMS: 2000, socketTimeoutMS: 15_000 };
    const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, limit);
    try {
      return await client.db(database).command({ ...command }, { readPreference: 'primaryPreferred' });
    } finally {
      await client.close();
    }
  }
}

interface Found {
  cursor: { firstBatch: unknown[] };
}

interface Hello {
  isWritablePrimary?: boolean;
  secondary?: boolean;
  /** The address of the primary that this member follows, or its own. */
  primary?: string;
}
