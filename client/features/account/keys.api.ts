import type { FreshSignInBody, NewSecondFactor } from '../../../common/schemas/account/freshSignIn.ts';
import type { RequestOptions } from '../../../common/schemas/account/passkey.ts';
import type { User } from '../../../common/schemas/user.ts';
import { securityApi, settingsApi } from '../../lib/http/api.ts';
import { call } from '../../lib/http/http.ts';

export function sendConfirmation(body: FreshSignInBody): Promise<void> {
  return call(securityApi.confirm, { body });
}

export function fetchConfirmationOptions(): Promise<RequestOptions> {
  return call(securityApi.confirmOptions);
}

/** Returns the address to open. It leads back to `returnTo`. */
export async function sendSingleSignOnConfirmation(returnTo: string): Promise<string> {
  return (await call(securityApi.confirmSingleSignOn, { body: { returnTo } })).url;
}

export function fetchNewSecondFactor(): Promise<NewSecondFactor> {
  return call(securityApi.prepareSecondFactor);
}

/** Returns the recovery codes. */
export async function sendTurnOn(ticket: string, code: string): Promise<string[]> {
  return (await call(securityApi.turnOnSecondFactor, { body: { ticket, code } })).recoveryCodes;
}

export function sendTurnOff(): Promise<void> {
  return call(securityApi.turnOffSecondFactor);
}

export async function sendRenewal(): Promise<string[]> {
  return (await call(securityApi.renewRecoveryCodes)).recoveryCodes;
}

export function sendEmail(email: string): Promise<User> {
  return call(settingsApi.setEmail, { body: { email } });
}
