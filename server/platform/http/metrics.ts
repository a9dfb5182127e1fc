import type { Request, RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '../../config/config.ts';
import { isForwarded } from './address.ts';
import { notFound } from './errors.ts';
import { isLoopbackHost } from './hosts.ts';
import { isSameSecret } from './secrets.ts';

const registry = new Registry();
collectDefaultMetrics({ register: registry });

const requests = new Histogram({
  name: 'marquee_http_request_seconds',
  help: 'Time from a request to its answer',
  labelNames: ['method', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers: [registry],
});

export const openSockets = new Gauge({
  name: 'marquee_sockets',
  help: 'Open tabs on this node',
  registers: [registry],
});

export const changesDelivered = new Counter({
  name: 'marquee_changes_delivered_total',
  help: 'Changes this node read from the feed and delivered to its tabs',
  registers: [registry],
});

/** Requests to the services that facts about titles come from, by kind: lists, one title, people, ratings. */
export const upstreamRequests = new Counter({
  name: 'marquee_upstream_requests_total',
  help: 'Requests sent to the movie database and the ratings service, retries included',
  labelNames: ['service', 'kind'],
  registers: [registry],
});

export const upstreamRetries = new Counter({
  name: 'marquee_upstream_retries_total',
  help: 'Upstream requests that were retried after a failure',
  labelNames: ['service', 'kind'],
  registers: [registry],
});

export const upstreamFailures = new Counter({
  name: 'marquee_upstream_failures_total',
  help: 'Upstream requests without a usable answer, by reason; resting means that the request was not sent',
  labelNames: ['service', 'kind', 'reason'],
  registers: [registry],
});

export const titleCacheReads = new Counter({
  name: 'marquee_title_cache_reads_total',
  help: 'Reads through the title cache: fresh from memory or database, stale, shared with a pending request, or missed',
  labelNames: ['kind', 'result'],
  registers: [registry],
});

export const measureRequests: RequestHandler = (req, res, next) => {
  const stop = requests.startTimer({ method: req.method });
  res.on('finish', () => stop({ status: String(res.statusCode) }));
  next();
};

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** A loopback address alone proves nothing: proxies on this machine use it too, and DNS rebinding can reach it. */
function isFromThisMachine(req: Request): boolean {
  return loopback.has(req.socket.remoteAddress ?? '') && !isForwarded(req) && isLoopbackHost(req);
}

/** Serves metrics as Prometheus text to this machine and to requests with the token. Others get not_found. */
export function serveMetrics({ metricsToken }: Pick<Config, 'metricsToken'>): RequestHandler {
  return async (req, res) => {
    const hasToken = metricsToken && isSameSecret(req.get('authorization') ?? '', `Bearer ${metricsToken}`);
    if (!hasToken && !isFromThisMachine(req)) throw notFound();
    res.type(registry.contentType).send(await registry.metrics());
  };
}
