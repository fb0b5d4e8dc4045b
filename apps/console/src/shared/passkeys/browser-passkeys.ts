import { msg } from '@lingui/core/macro';
import {
  startAuthentication,
  startRegistration,
  type WebAuthnError,
} from '@simplewebauthn/browser';
import { BrowserError } from '../api/api-error.ts';

const CANCELLED = msg`No passkey was used. Try again, or choose another way.`;
const EXISTS = msg`This device already has a passkey of this account.`;
const IMPOSSIBLE = msg`This browser could not use a passkey. Choose another way.`;

const sentenceOf = ({ name }: Partial<WebAuthnError>) => {
  if (name === 'NotAllowedError' || name === 'AbortError') return CANCELLED;
  return name === 'InvalidStateError' ? EXISTS : IMPOSSIBLE;
};

const refuse = (error: unknown): never => {
  throw new BrowserError(sentenceOf(error as WebAuthnError), { cause: error });
};

/** The options from the API, in the format of WebAuthn Level 3. */
interface Options {
  readonly challenge: string;
}

/** Creates a passkey on this device. @throws {BrowserError} */
export const makePasskey = (options: Options) =>
  startRegistration({ optionsJSON: options as never }).catch(refuse);

/** Signs a challenge with a passkey of this device. @throws {BrowserError} */
export const signChallenge = (options: Options) =>
  startAuthentication({ optionsJSON: options as never }).catch(refuse);
