import { z } from 'zod';
import { endpoints, pageQuery } from '../../endpoint.ts';
import { LIMITS } from '../../limits.ts';
import { PERMISSIONS, type Permission, STAFF_ROLES } from '../../permissions.ts';
import { PasskeyAttestation, PasskeyName } from './webauthn.ts';

export const StaffRole = z.enum(STAFF_ROLES);
export const PermissionName = z.enum(PERMISSIONS as readonly [Permission, ...Permission[]]);

const staffId = z.uuid().toLowerCase();
const name = z.string().trim().min(1).max(LIMITS.nameCharsMax);
const email = z.string().max(LIMITS.emailCharsMax);
const password = z.string().max(LIMITS.passwordCharsMax);
/** Six digits of the authenticator app, or a recovery code. */
const factorCode = z.string().max(LIMITS.staffCodeCharsMax);
export const linkToken = z.string().max(LIMITS.staffLinkTokenCharsMax);
const at = z.iso.datetime();

/** The signed-in account. */
export const StaffMe = z.object({
  staff_id: staffId,
  name: z.string(),
  /** `null`: the owner of the machine, who has a token only. */
  email: z.string().nullable(),
  role: StaffRole,
  permissions: z.array(PermissionName),
  credential: z.enum(['session', 'token', 'local']),
  /** Header `X-CSRF-Token` of every write; `null` for tokens, which need none. */
  csrf_token: z.string().nullable(),
  /** Time of the last second factor. */
  proved_at: at.nullable(),
  /** Until when sensitive acts need no further proof. */
  proof_ends_at: at.nullable(),
  has_password: z.boolean(),
  has_totp: z.boolean(),
  /** Number of passkeys that work. */
  passkeys: z.number().int(),
  recovery_codes_left: z.number().int(),
});
export type StaffMe = z.infer<typeof StaffMe>;

export const StaffSession = z.object({
  staff_session_id: z.uuid(),
  user_agent: z.string(),
  address: z.string(),
  created_at: at,
  last_seen_at: at,
  /** The end of the session if it stays in use. */
  expires_at: at,
  current: z.boolean(),
});
export type StaffSession = z.infer<typeof StaffSession>;

/** A token must not manage accounts: a stolen token could make its thief an owner. */
export const TokenScope = PermissionName.exclude(['own_account', 'manage_staff']);

export const StaffToken = z.object({
  staff_token_id: z.uuid(),
  name: z.string(),
  /** Permissions; one that the role no longer has grants nothing. */
  scopes: z.array(z.string()),
  created_at: at,
  expires_at: at,
  last_used_at: at.nullable(),
});
export type StaffToken = z.infer<typeof StaffToken>;

export const StaffAccount = z.object({
  staff_id: staffId,
  name: z.string(),
  email: z.string().nullable(),
  role: StaffRole,
  /** Changes with every edit; an edit carries the version that it is based on. */
  version: z.number().int(),
  created_at: at,
  deactivated_at: at.nullable(),
  last_seen_at: at.nullable(),
  open_sessions: z.number().int(),
  has_totp: z.boolean(),
});
export type StaffAccount = z.infer<typeof StaffAccount>;

export const StaffInvitation = z.object({
  staff_invitation_id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: StaffRole,
  status: z.enum(['open', 'expired', 'used', 'revoked']),
  created_by: z.string(),
  created_at: at,
  expires_at: at,
});
export type StaffInvitation = z.infer<typeof StaffInvitation>;

/** An invitation with its link, which is shown once. */
const SentInvitation = StaffInvitation.extend({
  link: z.string(),
  /** Whether the link goes to the invited address by e-mail as well. */
  is_mailed: z.boolean(),
});

/** An opened link: who is invited, and the secret for the authenticator app. */
const OpenedInvitation = z.object({
  /** `setup`: the first owner, who chooses a name and an e-mail address. */
  kind: z.enum(['setup', 'invitation']),
  role: StaffRole,
  name: z.string(),
  email: z.string(),
  expires_at: at,
  /** Base32. */
  totp_secret: z.string(),
  /** For a QR code: `otpauth://totp/…`. */
  totp_uri: z.string(),
});

const newAccount = {
  token: linkToken,
  name,
  password,
  /** Confirms that the authenticator app has the secret. Either this or a passkey is needed. */
  totp_code: factorCode.optional(),
  /** Answers the challenge of `POST /operator/invitation/passkey`. */
  passkey: z.strictObject({ name: PasskeyName, credential: PasskeyAttestation }).optional(),
};

/** The second factor of a new account is one of the two. */
const hasOneFactor = (body: { totp_code?: unknown; passkey?: unknown }): boolean =>
  (body.totp_code === undefined) !== (body.passkey === undefined);

/** The new session and the recovery codes, which are shown once. */
const NewAccount = z.object({ me: StaffMe, recovery_codes: z.array(z.string()) });

const NEW_ACCOUNT_ERRORS = [
  'staff_invitation_unknown',
  'staff_invitation_expired',
  'staff_invitation_used',
  'staff_email_taken',
  'staff_password_weak',
  'password_common',
  'staff_code_invalid',
  'staff_challenge_expired',
  'staff_passkey_invalid',
  'staff_passkey_taken',
  'staff_site_insecure',
  'name_invalid',
] as const;

const visitor = { tag: 'Staff', caller: 'operator', identity: 'visitor' } as const;
const own = {
  tag: 'Staff',
  caller: 'operator',
  identity: 'staff',
  permission: 'own_account',
} as const;
const manage = {
  tag: 'Staff',
  caller: 'operator',
  identity: 'staff',
  permission: 'manage_staff',
} as const;

export const staffEndpoints = endpoints({
  'GET /operator/sign-in/options': {
    ...visitor,
    summary: 'The ways to sign in that work at this address',
    data: z.object({
      /** Whether cookies and passwords are safe here: https, or this machine. */
      secure: z.boolean(),
      /** URL of the console, without a trailing slash. */
      console_url: z.string(),
      /** Whether passkeys work at that URL. Passkeys need a host name. */
      passkeys: z.boolean(),
    }),
    errors: [],
  },
  'POST /operator/sign-in': {
    ...visitor,
    summary: 'Sign in by password and second factor; without a code the answer asks for one',
    body: z.strictObject({ email, password, code: factorCode.optional() }),
    data: StaffMe,
    errors: [
      'staff_credentials_invalid',
      'staff_code_needed',
      'staff_code_invalid',
      'staff_code_used',
      'staff_deactivated',
      'staff_site_insecure',
    ],
  },
  'POST /operator/invitation/open': {
    ...visitor,
    summary: 'Open the link of an invitation, or of the first owner’s set-up',
    body: z.strictObject({ token: linkToken }),
    data: OpenedInvitation,
    errors: ['staff_invitation_unknown', 'staff_invitation_expired', 'staff_invitation_used'],
  },
  'POST /operator/invitation/accept': {
    ...visitor,
    summary: 'Create the invited account and sign in',
    body: z.strictObject(newAccount).refine(hasOneFactor),
    data: NewAccount,
    status: 201,
    errors: NEW_ACCOUNT_ERRORS,
  },
  'POST /operator/setup': {
    ...visitor,
    summary: 'Create the first owner by the link that the start prints',
    body: z.strictObject({ ...newAccount, email }).refine(hasOneFactor),
    data: NewAccount,
    status: 201,
    errors: [...NEW_ACCOUNT_ERRORS, 'email_invalid'],
  },
  'GET /operator/me': {
    ...own,
    summary: 'The signed-in account with its permissions',
    data: StaffMe,
    errors: [],
  },
  'POST /operator/sign-out': {
    ...own,
    summary: 'End this session',
    body: z.strictObject({}),
    data: z.object({}),
    errors: [],
  },
  'POST /operator/proof': {
    ...own,
    summary: 'Give the second factor again, before a sensitive act',
    body: z.strictObject({ code: factorCode }),
    data: StaffMe,
    errors: ['staff_code_invalid', 'staff_code_used', 'staff_session_needed'],
  },
  'GET /operator/session': {
    ...own,
    summary: 'The own sessions, the most recently used first',
    data: z.array(StaffSession),
    errors: [],
  },
  'DELETE /operator/session': {
    ...own,
    summary: 'End every other session of the account',
    data: z.object({}),
    errors: ['staff_session_needed'],
  },
  'DELETE /operator/session/{staff_session_id}': {
    ...own,
    summary: 'End one of the own sessions',
    params: z.object({ staff_session_id: z.uuid().toLowerCase() }),
    data: z.object({}),
    errors: ['session_not_found'],
  },
  'PUT /operator/password': {
    ...own,
    summary: 'Change the own password; every other session ends',
    sensitive: true,
    body: z.strictObject({ password }),
    data: z.object({}),
    errors: ['staff_password_weak', 'password_common', 'staff_session_needed'],
  },
  'POST /operator/recovery-code': {
    ...own,
    summary: 'Replace the recovery codes; the new ones are shown once',
    sensitive: true,
    body: z.strictObject({}),
    data: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['staff_session_needed'],
  },
  'POST /operator/totp': {
    ...own,
    summary: 'Begin to replace the authenticator app: returns a new secret',
    sensitive: true,
    body: z.strictObject({}),
    data: z.object({ totp_secret: z.string(), totp_uri: z.string() }),
    errors: ['staff_session_needed'],
  },
  'PUT /operator/totp': {
    ...own,
    summary: 'Confirm the new authenticator app by its first code',
    sensitive: true,
    body: z.strictObject({ totp_code: factorCode }),
    data: z.object({}),
    errors: ['staff_code_invalid', 'staff_session_needed'],
  },
  'GET /operator/token': {
    ...own,
    summary: 'The own access tokens of programs, the newest first',
    data: z.array(StaffToken),
    errors: [],
  },
  'POST /operator/token': {
    ...own,
    summary: 'Make an access token for a program; it is shown once',
    sensitive: true,
    body: z.strictObject({
      name,
      scopes: z.array(TokenScope).min(1).max(PERMISSIONS.length),
      days: z.number().int().min(1).max(LIMITS.staffTokenDaysMax),
    }),
    data: z.object({ staff_token_id: z.uuid(), token: z.string() }),
    status: 201,
    errors: ['staff_session_needed', 'staff_token_limit_reached'],
  },
  'DELETE /operator/token/{staff_token_id}': {
    ...own,
    summary: 'Revoke one of the own access tokens',
    params: z.object({ staff_token_id: z.uuid().toLowerCase() }),
    data: z.object({}),
    errors: ['staff_token_not_found'],
  },
  'GET /operator/staff': {
    ...manage,
    summary: 'All staff accounts, by name',
    data: z.array(StaffAccount),
    errors: [],
  },
  'PUT /operator/staff/{staff_id}': {
    ...manage,
    summary: 'Change the role of an account, deactivate it or activate it again',
    sensitive: true,
    params: z.object({ staff_id: staffId }),
    body: z.strictObject({
      version: z.number().int(),
      role: StaffRole.optional(),
      active: z.boolean().optional(),
      reason: z.string().trim().min(1).max(LIMITS.staffReasonCharsMax),
    }),
    data: StaffAccount,
    errors: ['staff_not_found', 'staff_owner_last', 'edit_stale'],
  },
  'DELETE /operator/staff/{staff_id}/session': {
    ...manage,
    summary: 'End every session of an account',
    params: z.object({ staff_id: staffId }),
    data: z.object({}),
    errors: ['staff_not_found'],
  },
  'GET /operator/invitation': {
    ...manage,
    summary: 'Invitations, the newest first',
    query: z.object(pageQuery),
    data: StaffInvitation,
    list: true,
    errors: [],
  },
  'POST /operator/invitation': {
    ...manage,
    summary: 'Invite an operator; the link is shown once, and mailed if mail is configured',
    sensitive: true,
    body: z.strictObject({ name, email, role: StaffRole }),
    data: SentInvitation,
    status: 201,
    errors: ['staff_email_taken', 'email_invalid'],
  },
  'POST /operator/invitation/{staff_invitation_id}/resend': {
    ...manage,
    summary: 'Make a new link for an unused invitation; the old link ends',
    sensitive: true,
    params: z.object({ staff_invitation_id: z.uuid().toLowerCase() }),
    body: z.strictObject({}),
    data: SentInvitation,
    errors: ['staff_invitation_unknown', 'staff_invitation_used', 'staff_email_taken'],
  },
  'DELETE /operator/invitation/{staff_invitation_id}': {
    ...manage,
    summary: 'Revoke an unused invitation',
    params: z.object({ staff_invitation_id: z.uuid().toLowerCase() }),
    data: z.object({}),
    errors: ['staff_invitation_unknown', 'staff_invitation_used'],
  },
});
