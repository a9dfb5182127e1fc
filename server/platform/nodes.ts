import { randomUUID } from 'node:crypto';
import { model, Schema } from 'mongoose';
import { log } from './log.ts';

/** An app process that serves this database; gone from here once it is silent. */
interface NodeDoc {
  _id: string;
  seenAt: Date;
}

const BEAT_MS = 5000;
/** Silent for this many looks, and it is no more: fifteen seconds. */
const PATIENCE = 3;
const FORGET_SECONDS = 60 * 60;

const schema = new Schema<NodeDoc>({ _id: String, seenAt: { type: Date, required: true } }, { versionKey: false });
schema.index({ seenAt: 1 }, { expireAfterSeconds: FORGET_SECONDS });

const NodeModel = model<NodeDoc>('Node', schema, 'nodes');

export interface NodeHandlers {
  /** The nodes were looked at, and those that are silent taken out. */
  onLook(): Promise<void>;
  /** Others took this node for dead, and what it had put into the database for left behind. */
  onForgotten(): void;
}

export interface Membership {
  nodeId: string;
  leave(): Promise<void>;
}

/** Of `nodeIds`, those whose nodes are known to be no more. Read the ids before: nodes join before they write. */
export async function findGone(nodeIds: readonly string[]): Promise<string[]> {
  const living = await NodeModel.find({ _id: { $in: nodeIds } }, { _id: 1 }).lean<Pick<NodeDoc, '_id'>[]>();
  const known = new Set(living.map((node) => node._id));
  return nodeIds.filter((nodeId) => !known.has(nodeId));
}

/**
 * Makes this process known to the others and watches over them. Clocks are never compared: a node is silent when this
 * one has looked three times and found it unchanged, so a database that was away silences nobody.
 */
export async function joinNodes(handlers: NodeHandlers, beatMs = BEAT_MS): Promise<Membership> {
  const nodeId = randomUUID();
  const looks = new Map<string, { seenAt: number; unchanged: number }>();
  let isLeaving = false;

  const beat = async () => {
    const { upsertedCount } = await NodeModel.updateOne(
      { _id: nodeId },
      { $set: { seenAt: new Date() } },
      { upsert: true },
    );
    return upsertedCount > 0;
  };

  const look = async () => {
    const others = await NodeModel.find({ _id: { $ne: nodeId } }).lean<NodeDoc[]>();
    const silent: string[] = [];
    const before = new Map(looks);
    looks.clear();
    for (const { _id, seenAt } of others) {
      const known = before.get(_id);
      const unchanged = known?.seenAt === seenAt.getTime() ? known.unchanged + 1 : 0;
      looks.set(_id, { seenAt: seenAt.getTime(), unchanged });
      if (unchanged >= PATIENCE) silent.push(_id);
    }
    if (silent.length > 0) await NodeModel.deleteMany({ _id: { $in: silent } });
    await handlers.onLook();
  };

  await beat();
  let round: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(async () => {
      if (isLeaving) return;
      try {
        if (await beat()) handlers.onForgotten();
        await look();
      } catch (error) {
        log.warn({ err: error }, 'the other nodes could not be looked at');
      }
    });
  }, beatMs);
  timer.unref();

  return {
    nodeId,
    async leave() {
      isLeaving = true;
      clearInterval(timer);
      await round;
      await NodeModel.deleteOne({ _id: nodeId });
    },
  };
}
