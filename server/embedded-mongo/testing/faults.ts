import { setTimeout as pause } from 'node:timers/promises';
import { decode, encode } from '../bson/codec.ts';
import { labelsFor } from '../commands/dispatch.ts';
import { type Document, describeValue, isDocument, toNumber, type Value } from '../document.ts';
import type { Engine } from '../engine.ts';
import { badValue, MongoError } from '../errors.ts';
import { encodeReply, errorFields } from '../wire/reply.ts';
import type { Connection, RequestHandler } from '../wire/server.ts';

/*
 * Fault injection as in MongoDB's test command configureFailPoint, which the test suites of drivers need. Only
 * available when the database was started with it.
 */

interface FailPoint {
  skip: number;
  /** How often the fault still happens. */
  left: number;
  data: Document;
}

/** The fault for one command. */
interface Fault {
  kind: string;
  data: Document;
  /** The command is executed and only its reply is lost. */
  isAfterExecution: boolean;
}

const known = ['failCommand', 'failGetMoreAfterCursorCheckout', 'onPrimaryTransactionalWrite'];
const never = new Set(['configureFailPoint', 'getParameter', 'endSessions', 'killAllSessions']);

/** Answers requests, and injects the faults that clients have configured. */
export function withFaults(engine: Engine, handler: RequestHandler): RequestHandler {
  const points = new Map<string, FailPoint>();
  const executed = new Set<string>();
  const error = (code: number, name: string, body: Document, { kind, data }: Pick<Fault, 'kind' | 'data'>) => {
    const failure = new MongoError(code, `Failing command '${name}' as configured by configureFailPoint`);
    // failCommand fails before the cursor is used, so the error does not get the label for change streams.
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
      return handler(request, connection); // reports what is wrong with the request
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
    const fault = executed.has(write) ? undefined : findFault(points, name, body, connection);
    if (!fault) return handler(request, connection);

    const { data, isAfterExecution } = fault;
    if (data.blockConnection === true) {
      const [time, limit] = [toNumber(data.blockTimeMS), toNumber(body.maxTimeMS) || Number.POSITIVE_INFINITY];
      await pause(Math.min(time, limit));
      if (time > limit) return error(50, name, body, fault);
    }
    const code = data.errorCode ?? data.failBeforeCommitExceptionCode;
    if (isAfterExecution) {
      await handler(request, connection);
      executed.add(write); // a retry is not a new write, so the fault does not apply to it again
    }
    if (data.closeConnection === true) connection.close();
    if (code !== undefined || data.closeConnection === true) return error(toNumber(code ?? 6), name, body, fault);
    const reply = decode(await handler(request, connection));
    const concern = data.writeConcernError;
    if (!isDocument(concern)) return encodeReply({ fields: reply }, engine.changelog.now());
    // The command was executed: a write concern error does not make its transaction retryable.
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
    if (!applies(kind, point.data, name, body, connection)) continue;
    if (point.skip-- > 0 || point.left <= 0) continue;
    point.left--;
    if (kind !== 'onPrimaryTransactionalWrite') return { kind, data: point.data, isAfterExecution: false };
    const isAfterExecution = point.data.failBeforeCommitExceptionCode === undefined;
    return { kind, data: { closeConnection: true, ...point.data }, isAfterExecution };
  }
  return undefined;
}

function applies(kind: string, data: Document, name: string, body: Document, connection: Connection): boolean {
  if (kind === 'onPrimaryTransactionalWrite') return body.txnNumber !== undefined && body.autocommit !== false;
  if (kind === 'failGetMoreAfterCursorCheckout') return name === 'getMore';
  if (never.has(name) || (data.appName !== undefined && data.appName !== connection.appName)) return false;
  return Array.isArray(data.failCommands) && data.failCommands.some((one) => one === name);
}
