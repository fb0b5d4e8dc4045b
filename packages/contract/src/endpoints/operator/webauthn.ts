import { z } from 'zod';
import { LIMITS } from '../../limits.ts';

const BASE64URL = /^[\w-]+$/;
const base64url = (charsMax: number) => z.string().min(1).max(charsMax).regex(BASE64URL);

/** At most 1 023 bytes (WebAuthn Level 3). */
const credentialId = base64url(1_364);
const clientDataJSON = base64url(LIMITS.passkeyPartCharsMax);
const Attachment = z.enum(['platform', 'cross-platform']).nullish();
/** A list of names that browsers extend. */
const Transports = z.array(z.string().max(LIMITS.passkeyTransportCharsMax));

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: Attachment,
};

/** Name of a passkey, by which its owner recognises it. */
export const PasskeyName = z.string().trim().min(1).max(LIMITS.passkeyNameCharsMax);

/** An authenticator's answer to a challenge: `AuthenticationResponseJSON` of WebAuthn Level 3. */
export const PasskeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(LIMITS.passkeyPartCharsMax),
    signature: base64url(LIMITS.passkeyPartCharsMax),
    /** The id of the account. Some authenticators leave it out if the challenge named their passkey. */
    userHandle: base64url(LIMITS.passkeyPartCharsMax).nullish(),
  }),
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

/** A new passkey: `RegistrationResponseJSON` of WebAuthn Level 3. */
export const PasskeyAttestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    attestationObject: base64url(LIMITS.passkeyPartCharsMax),
    transports: Transports.max(LIMITS.passkeyTransportsMax).optional(),
  }),
});
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>;
