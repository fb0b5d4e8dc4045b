import { callStaff } from '../api/call-staff.ts';
import { keepMe } from '../session/session-store.ts';

/** The library loads when a passkey is first used. */
const load = () => import('./browser-passkeys.ts');

/** Returns whether this browser supports passkeys at this URL. Plain HTTP does not. */
export const hasPasskeys = (): boolean =>
  window.isSecureContext && typeof window.PublicKeyCredential === 'function';

/** Signs in with a passkey that the person chooses. @throws {ApiError} @throws {BrowserError} */
export async function signInByPasskey(): Promise<void> {
  const { data: options } = await callStaff('POST /operator/passkey/sign-in/options', { body: {} });
  const credential = await (await load()).signChallenge(options);
  keepMe((await callStaff('POST /operator/passkey/sign-in', { body: { credential } })).data);
}

/**
 * Confirms with a passkey of the account that the account's owner is present.
 *
 * @throws {ApiError}
 * @throws {BrowserError}
 */
export async function proveByPasskey(): Promise<void> {
  const { data: options } = await callStaff('POST /operator/passkey/proof/options', { body: {} });
  const credential = await (await load()).signChallenge(options);
  keepMe((await callStaff('POST /operator/passkey/proof', { body: { credential } })).data);
}

/** Adds a passkey of this device to the account. @throws {ApiError} @throws {BrowserError} */
export async function addPasskey(name: string): Promise<void> {
  const { data: options } = await callStaff('POST /operator/passkey/options', { body: {} });
  const credential = await (await load()).makePasskey(options);
  await callStaff('POST /operator/passkey', { body: { name, credential } });
}

/** Creates the first passkey of an invited account. The account is created together with the passkey. */
export async function makeInvitedPasskey(token: string) {
  const { data } = await callStaff('POST /operator/invitation/passkey', { body: { token } });
  return (await load()).makePasskey(data);
}
