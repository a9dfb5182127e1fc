import { randomUUID } from 'node:crypto';
import { model, Schema, trusted } from 'mongoose';
import { log } from '../log.ts';
import { repeat } from '../repeat.ts';
import type { SchemaFields } from '../stored.ts';

/** An app process that uses this database. Removed when it no longer sends heartbeats. */
interface NodeDoc {
  _id: string;
  seenAt: Date;
  /** The version of the app. Absent in entries of earlier versions. */
  version?: string;
}

const HEARTBEAT_MS = 5000;
/** A node that missed this many heartbeats (15 seconds) counts as dead. */
const MAX_MISSED = 3;
const EXPIRE_SECONDS = 60 * 60;

export const VERSION = process.env.npm_package_version ?? 'dev';

/** The id of this process as a node, once it has joined. */
let ownId: string | null = null;

const schema = new Schema<NodeDoc>(
  { _id: String, seenAt: { type: Date, required: true }, version: { type: String } } satisfies SchemaFields<NodeDoc>,
  { versionKey: false },
);
schema.index({ seenAt: 1 }, { expireAfterSeconds: EXPIRE_SECONDS });

const NodeModel = model<NodeDoc>('Node', schema, 'nodes');

export interface NodeHandlers {
  /** Dead nodes have just been removed. */
  onCheck(): Promise<void>;
  /** Another node removed this one as dead, and may have deleted what this node had stored. */
  onRemoved(): void;
}

export interface Membership {
  nodeId: string;
  leave(): Promise<void>;
}

/**
 * The ids in `nodeIds` that belong to no live node. Collect the ids before the call: a node joins before it writes, so a new
 * node's id is never among them.
 */
export async function findDeadNodes(nodeIds: readonly string[]): Promise<string[]> {
  const live = await NodeModel.find({ _id: trusted({ $in: nodeIds }) }, { _id: 1 }).lean<Pick<NodeDoc, '_id'>[]>();
  const known = new Set(live.map((node) => node._id));
  return nodeIds.filter((nodeId) => !known.has(nodeId));
}

/**
 * Registers this process as a node and removes nodes that have died. Clocks are never compared: a node is dead when three
 * checks in a row found its heartbeat unchanged. While the database is away no checks run, so no node is removed.
 */
export async function joinNodes(handlers: NodeHandlers, heartbeatMs = HEARTBEAT_MS): Promise<Membership> {
  const nodeId = randomUUID();
  const lastChecks = new Map<string, { seenAt: number; missed: number }>();

  /** True when the node was not registered (any more). */
  const sendHeartbeat = async () => {
    const { upsertedCount } = await NodeModel.updateOne(
      { _id: nodeId },
      { $set: { seenAt: new Date(), version: VERSION } },
      { upsert: true },
    );
    return upsertedCount > 0;
  };

  const check = async () => {
    const others = await NodeModel.find({ _id: trusted({ $ne: nodeId }) }).lean<NodeDoc[]>();
    const dead: string[] = [];
    const before = new Map(lastChecks);
    lastChecks.clear();
    for (const { _id, seenAt } of others) {
      const known = before.get(_id);
      const missed = known?.seenAt === seenAt.getTime() ? known.missed + 1 : 0;
      lastChecks.set(_id, { seenAt: seenAt.getTime(), missed });
      if (missed >= MAX_MISSED) dead.push(_id);
    }
    if (dead.length > 0) await NodeModel.deleteMany({ _id: trusted({ $in: dead }) });
    await handlers.onCheck();
  };

  await sendHeartbeat();
  ownId = nodeId;
  const beat = async () => {
    if (await sendHeartbeat()) handlers.onRemoved();
    await check();
  };
  const beats = repeat(beat, heartbeatMs, (error) => {
    log.warn({ err: error }, 'the other nodes could not be checked');
  });

  return {
    nodeId,
    async leave() {
      await beats.stop();
      await NodeModel.deleteOne({ _id: nodeId });
    },
  };
}

/** The registered nodes, the first one first. */
export async function listNodes() {
  const nodes = await NodeModel.find().sort({ _id: 1 }).lean<NodeDoc[]>();
  return nodes.map(({ _id, seenAt, version }) => ({
    id: _id,
    seenAt: seenAt.toISOString(),
    version: version ?? null,
    isOwn: _id === ownId,
  }));
}
