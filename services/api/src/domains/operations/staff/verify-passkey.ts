import type {
  PasskeyAssertion,
  PasskeyAttestation,
} from '@sangwian/contract/endpoints/operator/webauthn';
import { ApiError } from '@sangwian/node-kit/api-error';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { requirePasskeySite } from './relying-party.ts';
import type { Browser, StaffDeps } from './staff-deps.ts';
import type { NewChallenge, NewPasskeyRow, PasskeyRow } from './staff-passkeys.store.ts';
import { challengeEnd, STAFF_LIMITS } from './staff-rules.ts';

const RP_NAME = 'Sangwian';
/** Ed25519, ECDSA with P-256, and RSA for Windows Hello, as COSE algorithms. */
const ALGORITHMS = [-8, -7, -257];
const MINUTE_MS = 60_000;

type PasskeyDeps = Pick<
  StaffDeps,
  'passkeys' | 'challenges' | 'relyingParty' | 'clock' | 'sessions' | 'bus'
>;
type CallBrowser = Pick<Browser, 'device'>;
/** The purpose of a challenge. */
export type ChallengeUse = Pick<NewChallenge, 'purpose' | 'staffId' | 'invitationId'>;

/** Returns the WebAuthn user handle of an account: the bytes of its id. */
const userHandleOf = (accountId: string): Buffer =>
  Buffer.from(accountId.replaceAll('-', ''), 'hex');

const presentTransports = (transports: readonly string[]) => transports as 'internal'[];

/** Stores a challenge for the browser of a request. A browser without a device cookie gets one. */
async function keepChallenge(
  { challenges, clock }: PasskeyDeps,
  use: ChallengeUse,
  challenge: string,
  { device }: CallBrowser,
): Promise<void> {
  await challenges.insert(
    { ...use, challenge, deviceHash: device.remember(), expiresAt: challengeEnd(clock()) },
    STAFF_LIMITS.challengesPerDeviceMax,
  );
}

const ClientData = z.object({ challenge: z.string() });

/** Returns the challenge that an authenticator claims to have signed. The signature is verified later. */
function challengeOf(clientDataJSON: string): string | null {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()))
      .challenge;
  } catch {
    return null;
  }
}

/**
 * Deletes and returns the challenge that the authenticator signed, so that each challenge is used at most once.
 *
 * @throws {ApiError} `staff_challenge_expired`, also if the challenge is unknown, used, or of another browser, account
 * or purpose
 */
async function takeChallenge(
  { challenges, clock }: PasskeyDeps,
  use: ChallengeUse,
  clientDataJSON: string,
  { device }: CallBrowser,
): Promise<string> {
  const challenge = challengeOf(clientDataJSON);
  const isOpen =
    challenge !== null &&
    (await challenges.take({ ...use, challenge, deviceHash: device.hash }, clock()));
  if (!isOpen) throw new ApiError('staff_challenge_expired');
  return challenge;
}

export interface RegistrationFor {
  readonly use: ChallengeUse;
  /** The id that the account has or will have. */
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  /** The existing passkeys of the account. An authenticator that has one of them creates no other. */
  readonly existing: readonly PasskeyRow[];
}

/** Returns the options with which a browser creates a passkey. */
export async function createRegistration(
  deps: PasskeyDeps,
  { use, accountId, email, name, existing }: RegistrationFor,
  browser: CallBrowser,
) {
  const { relyingParty } = deps;
  requirePasskeySite(relyingParty);
  const options = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: relyingParty.id,
    userID: new Uint8Array(userHandleOf(accountId)),
    userName: email,
    userDisplayName: name,
    timeout: STAFF_LIMITS.challengeMinutesMax * MINUTE_MS,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map(({ credential_id: id, transports }) => ({
      id,
      transports: presentTransports(transports),
    })),
  });
  await keepChallenge(deps, use, options.challenge, browser);
  return options;
}

/** The fields of a new passkey that its authenticator sets. */
export type RegisteredPasskey = Pick<
  NewPasskeyRow,
  'credentialId' | 'publicKey' | 'signCount' | 'transports'
>;

/**
 * Verifies a new passkey: its challenge, origin and relying party, and that the user was verified.
 *
 * @throws {ApiError} `staff_challenge_expired`, `staff_passkey_invalid`, `staff_site_insecure`
 */
export async function verifyRegistration(
  deps: PasskeyDeps,
  use: ChallengeUse,
  credential: PasskeyAttestation,
  browser: CallBrowser,
): Promise<RegisteredPasskey> {
  const { relyingParty } = deps;
  requirePasskeySite(relyingParty);
  const { id, rawId, type, response } = credential;
  const challenge = await takeChallenge(deps, use, response.clientDataJSON, browser);
  const result = await verifyRegistrationResponse({
    response: {
      ...{ id, rawId, type, clientExtensionResults: {} },
      response: {
        clientDataJSON: response.clientDataJSON,
        attestationObject: response.attestationObject,
      },
    },
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    throw new ApiError('staff_passkey_invalid', { cause: error });
  });
  if (!result.verified) throw new ApiError('staff_passkey_invalid');
  const { id: credentialId, publicKey, counter: signCount } = result.registrationInfo.credential;
  return { credentialId, publicKey, signCount, transports: response.transports ?? [] };
}

/**
 * Returns the options with which a browser signs a challenge. Without listed passkeys, any passkey of the site may
 * sign.
 */
export async function createAssertion(
  deps: PasskeyDeps,
  use: ChallengeUse,
  allowed: readonly PasskeyRow[],
  browser: CallBrowser,
) {
  const { relyingParty } = deps;
  requirePasskeySite(relyingParty);
  const options = await generateAuthenticationOptions({
    rpID: relyingParty.id,
    timeout: STAFF_LIMITS.challengeMinutesMax * MINUTE_MS,
    userVerification: 'required',
    allowCredentials: allowed.map(({ credential_id: id, transports }) => ({
      id,
      transports: presentTransports(transports),
    })),
  });
  await keepChallenge(deps, use, options.challenge, browser);
  return options;
}

/** Returns the signature counter of a valid assertion. @throws {ApiError} `staff_passkey_invalid` */
async function verifySignature(
  { relyingParty }: PasskeyDeps,
  passkey: PasskeyRow,
  { id, rawId, type, response }: PasskeyAssertion,
  challenge: string,
): Promise<number> {
  const { clientDataJSON, authenticatorData, signature } = response;
  const result = await verifyAuthenticationResponse({
    response: {
      ...{ id, rawId, type, clientExtensionResults: {} },
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      // The store compares the counter in the same statement that saves it, so that two concurrent assertions cannot
      // both pass.
      counter: 0,
    },
  }).catch((error: unknown) => {
    throw new ApiError('staff_passkey_invalid', { cause: error });
  });
  if (!result.verified) throw new ApiError('staff_passkey_invalid');
  return result.authenticationInfo.newCounter;
}

/**
 * Refuses an assertion whose counter did not increase, which shows that two authenticators have the key. The passkey is
 * disabled and every session of the account ends, because one session may belong to the owner of the copy.
 */
async function refuseClone(
  { passkeys, sessions, bus }: PasskeyDeps,
  passkey: PasskeyRow,
  now: Date,
) {
  if (await passkeys.setCloned(passkey.staff_passkey_id, now)) {
    await sessions.revokeAll(passkey.staff_id, now);
    bus.publish('staff:changed', { topic: 'staff', id: passkey.staff_id });
  }
  throw new ApiError('staff_passkey_cloned');
}

/**
 * Verifies an authenticator's assertion, and records the use of the passkey.
 *
 * @returns the passkey
 * @throws {ApiError} `staff_challenge_expired`, `staff_passkey_unknown`, `staff_passkey_invalid`,
 *   `staff_passkey_cloned`, `staff_site_insecure`
 */
export async function verifyAssertion(
  deps: PasskeyDeps,
  use: ChallengeUse,
  credential: PasskeyAssertion,
  browser: CallBrowser,
): Promise<PasskeyRow> {
  requirePasskeySite(deps.relyingParty);
  const { clientDataJSON, userHandle } = credential.response;
  const challenge = await takeChallenge(deps, use, clientDataJSON, browser);
  const passkey = await deps.passkeys.findByCredential(credential.id);
  if (passkey === undefined) throw new ApiError('staff_passkey_unknown');
  if (use.staffId !== null && passkey.staff_id !== use.staffId) {
    throw new ApiError('staff_passkey_unknown');
  }
  // If the request names no account, the authenticator must name the account that the passkey belongs to.
  const isNamed = userHandle === userHandleOf(passkey.staff_id).toString('base64url');
  const isOptional = use.staffId !== null && (userHandle ?? null) === null;
  if (!isNamed && !isOptional) throw new ApiError('staff_passkey_invalid');
  const signCount = await verifySignature(deps, passkey, credential, challenge);
  const now = deps.clock();
  if (!(await deps.passkeys.use(passkey.staff_passkey_id, signCount, now))) {
    const isRemoved = (await deps.passkeys.findByCredential(credential.id)) === undefined;
    if (isRemoved) throw new ApiError('staff_passkey_unknown');
    await refuseClone(deps, passkey, now);
  }
  return passkey;
}
