import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { linkToken, StaffMe } from './staff.ts';
import { PasskeyAssertion, PasskeyAttestation, PasskeyName } from './webauthn.ts';

/** Options for the browser: `PublicKeyCredentialRequestOptionsJSON` or `…CreationOptionsJSON` of WebAuthn Level 3. */
const BrowserOptions = z.looseObject({ challenge: z.string() });

export const StaffPasskey = z.object({
  staff_passkey_id: z.uuid(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
  /** Whether a copy of the passkey was seen; it no longer signs in. */
  cloned: z.boolean(),
});
export type StaffPasskey = z.infer<typeof StaffPasskey>;

const visitor = { tag: 'Staff', caller: 'operator', identity: 'visitor' } as const;
const own = {
  tag: 'Staff',
  caller: 'operator',
  identity: 'staff',
  permission: 'own_account',
} as const;

const passkeyId = z.object({ staff_passkey_id: z.uuid().toLowerCase() });

/** Errors of every authenticator response. */
const ASSERTION_ERRORS = [
  'staff_challenge_expired',
  'staff_passkey_unknown',
  'staff_passkey_invalid',
  'staff_passkey_cloned',
  'staff_site_insecure',
] as const;

export const passkeyEndpoints = endpoints({
  'POST /operator/passkey/sign-in/options': {
    ...visitor,
    summary: 'Begin to sign in by a passkey: a challenge for this browser',
    body: z.strictObject({}),
    data: BrowserOptions,
    errors: ['staff_site_insecure'],
  },
  'POST /operator/passkey/sign-in': {
    ...visitor,
    summary: 'Sign in by a passkey alone',
    body: z.strictObject({ credential: PasskeyAssertion }),
    data: StaffMe,
    errors: [...ASSERTION_ERRORS, 'staff_deactivated'],
  },
  'POST /operator/invitation/passkey': {
    ...visitor,
    summary: 'Begin to make the first passkey of an invited account',
    body: z.strictObject({ token: linkToken }),
    data: BrowserOptions,
    errors: [
      'staff_invitation_unknown',
      'staff_invitation_expired',
      'staff_invitation_used',
      'staff_site_insecure',
    ],
  },
  'POST /operator/passkey/proof/options': {
    ...own,
    summary: 'Begin a proof by a passkey, before a sensitive act',
    body: z.strictObject({}),
    data: BrowserOptions,
    errors: ['staff_session_needed', 'staff_site_insecure'],
  },
  'POST /operator/passkey/proof': {
    ...own,
    summary: 'Prove by a passkey that the person of the session is present',
    body: z.strictObject({ credential: PasskeyAssertion }),
    data: StaffMe,
    errors: [...ASSERTION_ERRORS, 'staff_session_needed'],
  },
  'GET /operator/passkey': {
    ...own,
    summary: 'The own passkeys, the oldest first',
    data: z.array(StaffPasskey),
    errors: [],
  },
  'POST /operator/passkey/options': {
    ...own,
    summary: 'Begin to add a passkey',
    sensitive: true,
    body: z.strictObject({}),
    data: BrowserOptions,
    errors: ['staff_session_needed', 'staff_passkey_limit_reached', 'staff_site_insecure'],
  },
  'POST /operator/passkey': {
    ...own,
    summary: 'Add a passkey',
    sensitive: true,
    body: z.strictObject({ name: PasskeyName, credential: PasskeyAttestation }),
    data: StaffPasskey,
    status: 201,
    errors: [
      'staff_challenge_expired',
      'staff_passkey_invalid',
      'staff_passkey_taken',
      'staff_passkey_limit_reached',
      'staff_session_needed',
      'staff_site_insecure',
    ],
  },
  'PUT /operator/passkey/{staff_passkey_id}': {
    ...own,
    summary: 'Rename a passkey',
    params: passkeyId,
    body: z.strictObject({ name: PasskeyName }),
    data: StaffPasskey,
    errors: ['staff_passkey_not_found', 'staff_session_needed'],
  },
  'DELETE /operator/passkey/{staff_passkey_id}': {
    ...own,
    summary: 'Remove a passkey; the last second factor stays',
    sensitive: true,
    params: passkeyId,
    data: z.object({}),
    errors: ['staff_passkey_not_found', 'staff_factor_last', 'staff_session_needed'],
  },
});
