import type { RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { notFound } from './errors.ts';

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

export const changesTold = new Counter({
  name: 'marquee_changes_told_total',
  help: 'Changes this node read from the feed and told its tabs',
  registers: [registry],
});

/** What was asked of the services that facts about titles come from. Kinds are few: lists, one title, people, ratings. */
export const upstreamRequests = new Counter({
  name: 'marquee_upstream_requests_total',
  help: 'Requests sent to the movie database and the ratings service, retries included',
  labelNames: ['service', 'kind'],
  registers: [registry],
});

export const upstreamRetries = new Counter({
  name: 'marquee_upstream_retries_total',
  help: 'Those of them that were sent again after a failure',
  labelNames: ['service', 'kind'],
  registers: [registry],
});

export const upstreamFailures = new Counter({
  name: 'marquee_upstream_failures_total',
  help: 'What got no usable answer, by reason; resting was not even sent',
  labelNames: ['service', 'kind', 'reason'],
  registers: [registry],
});

export const titleCacheReads = new Counter({
  name: 'marquee_title_cache_reads_total',
  help: 'Answers read through the cache: fresh from memory or database, stale, shared with a request under way, or missed',
  labelNames: ['kind', 'result'],
  registers: [registry],
});

export const measureRequests: RequestHandler = (req, res, next) => {
  const stop = requests.startTimer({ method: req.method });
  res.on('finish', () => stop({ status: String(res.statusCode) }));
  next();
};

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Prometheus text, for loopback or whoever holds the token; for others the page does not exist. */
export function serveMetrics(config: Pick<Config, 'metricsToken'>): RequestHandler {
  return async (req, res) => {
    const isTokenRight = config.metricsToken && req.get('authorization') === `Bearer ${config.metricsToken}`;
    // Behind a proxy everything comes from loopback, so a forwarded request needs the token.
    const isLocal = loopback.has(req.socket.remoteAddress ?? '') && !req.get('x-forwarded-for');
    if (!isTokenRight && !isLocal) throw notFound();
    res.type(registry.contentType).send(await registry.metrics());
  };
}
