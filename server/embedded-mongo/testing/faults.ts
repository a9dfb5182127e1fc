import { setTimeout as pause } from 'node:timers/promises';
import { decode, encode } from '../bson/codec.ts';
import { type Document, describeValue, isDocument, toNumber, type Value } from '../bson/document.ts';
import { labelsFor } from '../commands/labels.ts';
import type { Engine } from '../engine.ts';
import { badValue, MongoError } from '../errors.ts';
import { encodeReply, errorFields } from '../wire/reply.ts';
import type { Answer, Connection } from '../wire/server.ts';

/*
 * Faults on request, as MongoDB's own test command configureFailPoint makes them: test suites of drivers cannot do without.
 * Only who starts the database with them has them, which the app never does.
 */

interface FailPoint {
  skip: number;
  /** How often it still happens. */
  left: number;
  data: Document;
}

/** What is to go wrong with one command. */
interface Fault {
  kind: string;
  data: Document;
  /** The command is carried out, only its answer is lost. */
  isAfterwards: boolean;
}

const known = ['failCommand', 'failGetMoreAfterCursorCheckout', 'onPrimaryTransactionalWrite'];
const never = new Set(['configureFailPoint', 'getParameter', 'endSessions', 'killAllSessions']);

/** Answers as given, but for the faults that its clients have asked for. */
export function withFaults(engine: Engine, answer: Answer): Answer {
  const points = new Map<string, FailPoint>();
  const carriedOut = new Set<string>();
  const error = (code: number, name: string, body: Document, { kind, data }: Pick<Fault, 'kind' | 'data'>) => {
    const failure = new MongoError(code, `Failing command '${name}' as configureFailPoint asked for`);
    // A command that fails as such never comes to its cursor, whose label this one is.
    const isLeftOut = (label: string) => kind === 'failCommand' && label === 'ResumableChangeStreamError';
    const own = labelsFor(code, name, body, engine).filter((label) => !isLeftOut(label));
    failure.errorLabels = labelsOf(data.errorLabels) ?? own;
    return encodeReply({ fields: errorFields(failure) }, engine.changelog.now());
  };

  return async (request, connection) => {
    let body: Document;
    try {
      body = decode(request.body);
    } catch {
      return answer(request, connection); // which says what is wrong with it
    }
    const name = Object.keys(body)[0] ?? '';
    if (name === 'configureFailPoint') {
      try {
        return encodeReply({ fields: configure(points, body) }, engine.changelog.now());
      } catch {
        return error(2, name, body, { kind: name, data: {} });
      }
    }
    const write = describeValue({ lsid: body.lsid ?? null, txnNumber: body.txnNumber ?? null });
    const fault = carriedOut.has(write) ? undefined : findFault(points, name, body, connection);
    if (!fault) return answer(request, connection);

    const { data, isAfterwards } = fault;
    if (data.blockConnection === true) {
      const [time, limit] = [toNumber(data.blockTimeMS), toNumber(body.maxTimeMS) || Number.POSITIVE_INFINITY];
      await pause(Math.min(time, limit));
      if (time > limit) return error(50, name, body, fault);
    }
    const code = data.errorCode ?? data.failBeforeCommitExceptionCode;
    if (isAfterwards) {
      await answer(request, connection);
      carriedOut.add(write); // asked again it is no new write, and nothing goes wrong with it
    }
    if (data.closeConnection === true) connection.close();
    if (code !== undefined || data.closeConnection === true) return error(toNumber(code ?? 6), name, body, fault);
    const reply = decode(await answer(request, connection));
    const concern = data.writeConcernError;
    if (!isDocument(concern)) return encodeReply({ fields: reply }, engine.changelog.now());
    // What was done stays done: such an error does not make its transaction worth trying again.
    const isRetryable = labelsFor(toNumber(concern.code), name, body, engine).includes('RetryableWriteError');
    const labels = labelsOf(data.errorLabels) ?? (isRetryable ? ['RetryableWriteError'] : []);
    return Buffer.from(
      encode({ ...reply, writeConcernError: concern, ...(labels.length > 0 && { errorLabels: labels }) }),
    );
  };
}

const labelsOf = (labels: Value | undefined) => (Array.isArray(labels) ? labels.map(String) : undefined);

function configure(points: Map<string, FailPoint>, body: Document): Document {
  const name = String(body.configureFailPoint);
  const { mode } = body;
  if (!known.includes(name)) throw badValue(`the fail point ${name} is not supported by the embedded database`);
  const isCounted = isDocument(mode);
  if (mode === 'off') points.delete(name);
  else {
    points.set(name, {
      skip: isCounted && mode.skip !== undefined ? toNumber(mode.skip) : 0,
      left: isCounted && mode.times !== undefined ? toNumber(mode.times) : Number.POSITIVE_INFINITY,
      data: isDocument(body.data) ? body.data : {},
    });
  }
  return { count: points.size };
}

function findFault(
  points: Map<string, FailPoint>,
  name: string,
  body: Document,
  connection: Connection,
): Fault | undefined {
  for (const [kind, point] of points) {
    if (!isMeant(kind, point.data, name, body, connection)) continue;
    if (point.skip-- > 0 || point.left <= 0) continue;
    point.left--;
    if (kind !== 'onPrimaryTransactionalWrite') return { kind, data: point.data, isAfterwards: false };
    const isAfterwards = point.data.failBeforeCommitExceptionCode === undefined;
    return { kind, data: { closeConnection: true, ...point.data }, isAfterwards };
  }
  return undefined;
}

function isMeant(kind: string, data: Document, name: string, body: Document, connection: Connection): boolean {
  if (kind === 'onPrimaryTransactionalWrite') return body.txnNumber !== undefined && body.autocommit !== false;
  if (kind === 'failGetMoreAfterCursorCheckout') return name === 'getMore';
  if (never.has(name) || (data.appName !== undefined && data.appName !== connection.appName)) return false;
  return Array.isArray(data.failCommands) && data.failCommands.some((one) => one === name);
}
