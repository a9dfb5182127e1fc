import type { Request, Response } from 'express';
import type { KnownDevices } from '../../platform/limits/knownDevice.ts';
import { findCredentialsRevs } from '../users/credentials.service.ts';

/** Keeps this browser known after a change of credentials in it. */
export type KeepDevice = (req: Request, userId: string) => Promise<void>;

export function createKeepDevice(devices: KnownDevices): KeepDevice {
  return async (req, userId) => {
    const credentialsRev = (await findCredentialsRevs([userId])).get(userId);
    if (credentialsRev !== undefined) devices.remember(req.res as Response, { userId, credentialsRev });
  };
}
