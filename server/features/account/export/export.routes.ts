import { Router } from 'express';
import { settingsApi } from '../../../../common/api/account.ts';
import type { ExportFormat } from '../../../../common/schemas/export/export.ts';
import type { Config } from '../../../config/config.ts';
import { sendDownload, zipPieces } from '../../../platform/http/download.ts';
import { conflict, forbidden } from '../../../platform/http/errors.ts';
import { jsonPieces } from '../../../platform/http/jsonPieces.ts';
import { isSameOrigin, logRefusedOrigin } from '../../../platform/http/origin.ts';
import type { Limits } from '../../../platform/limits/limits.ts';
import { serve, WRITTEN } from '../../../platform/requests/request.ts';
import { recordSecurityEvent } from '../../../platform/securityLog/securityLog.ts';
import { type OwnSession, ownSessionOf } from '../../../platform/session/session.ts';
import type { FindOtherIds } from '../../folders/export/listFile.ts';
import { exportAccount, readableAccount } from './export.service.ts';
import { imdbPieces, zippedFormats } from './formats.ts';

const RUNNING = 'Your data is being exported already. Please wait until that download has ended.';

/** Users download everything of their account. */
export function exportRouter(
  config: Pick<Config, 'publicUrl' | 'trustProxy'>,
  limits: Pick<Limits, 'exportPerUser'>,
  findIds: FindOtherIds,
): Router {
  const router = Router();
  /** The users whose data this node is exporting. */
  const running = new Set<string>();
  serve(router, settingsApi.exportAccount, async ({ query }, { req, res, userId }): Promise<typeof WRITTEN> => {
    // Another site cannot read the file, and may not start the download either.
    if (!isSameOrigin(req, config)) {
      logRefusedOrigin(req);
      throw forbidden('This request comes from another site');
    }
    if (running.has(userId)) throw conflict('conflict', RUNNING);
    running.add(userId);
    try {
      await limits.exportPerUser.take(userId);
      await recordSecurityEvent(req, { type: 'data-exported', userId });
      const { extension, pieces } = await writeExport(query.format, { userId, own: ownSessionOf(req), findIds });
      const day = new Date().toISOString().slice(0, 10);
      const name = query.format === 'marquee' ? 'marquee-export' : `marquee-${query.format}`;
      await sendDownload(res, `${name}-${day}.${extension}`, pieces);
      return WRITTEN;
    } finally {
      running.delete(userId);
    }
  });
  return router;
}

interface Exporting {
  userId: string;
  own: OwnSession;
  findIds: FindOtherIds;
}

interface Written {
  extension: 'json' | 'csv' | 'zip';
  pieces: AsyncIterable<string | Uint8Array>;
}

async function writeExport(format: ExportFormat, { userId, own, findIds }: Exporting): Promise<Written> {
  if (format === 'marquee') return { extension: 'json', pieces: jsonPieces(await exportAccount(userId, own)) };
  const account = readableAccount(userId, findIds);
  if (format === 'imdb') return { extension: 'csv', pieces: imdbPieces(account) };
  return { extension: 'zip', pieces: zipPieces(zippedFormats[format](account)) };
}
