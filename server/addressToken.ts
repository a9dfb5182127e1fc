import type { RequestHandler } from 'express';

declare module 'express-serve-static-core' {
  interface Request {
    /** The access token came in the address, where proxies and logs may keep it. */
    hasAddressToken?: true;
  }
}

const pathWithToken = /^(\/api\/scrobble\/[a-z]+)\/([^/?]+)\/?(\?.*)?$/;

/**
 * Players can often be given only an address, so the token may be its last part. It moves to the header before anything else
 * reads the address: it must not be in a line of the log.
 */
export const takeAddressToken: RequestHandler = (req, _res, next) => {
  const [, path, token, query = ''] = pathWithToken.exec(req.url) ?? [];
  if (path !== undefined && token !== undefined) {
    req.url = path + query;
    req.originalUrl = req.url;
    req.headers.authorization = `Bearer ${token}`;
    req.hasAddressToken = true;
  }
  next();
};
