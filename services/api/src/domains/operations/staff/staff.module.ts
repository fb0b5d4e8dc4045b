import { PERMISSION_ROLES, type Permission } from '@sangwian/contract/permissions';
import { ApiError } from '@sangwian/node-kit/api-error';
import { isInsecureUrl } from '@sangwian/node-kit/variables';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { AuditTrail } from '../../../platform/http/audit-call.ts';
import { openCursor, pageOf } from '../../../platform/http/cursor.ts';
import type {
  ApiModule,
  AuthenticateStaff,
  Handlers,
  Staff,
} from '../../../platform/http/handler.ts';
import type { Guesses } from '../../../platform/limits/guesses/guesses.module.ts';
import type { Mail } from '../../../platform/mail/mail.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { acceptInvitation, openInvitation } from './accept-invitation.ts';
import { createAccessToken, listTokens, type TokenDeps } from './access-tokens.ts';
import { createAuthenticateStaff } from './authenticate-staff.ts';
import { changeStaff, findStaff, listStaff } from './change-staff.ts';
import {
  inviteStaff,
  presentInvitation,
  resendInvitation,
  revokeInvitation,
} from './invite-staff.ts';
import {
  beginTotpChange,
  changePassword,
  confirmTotpChange,
  renewProof,
  renewRecoveryCodes,
  requireSession,
} from './own-factors.ts';
import { passkeyHandlers, visitorPasskeyHandlers } from './passkey-handlers.ts';
import { presentMe } from './present-me.ts';
import { createRecordSignIn, type RecordSignIn } from './record-sign-in.ts';
import { relyingPartyOf } from './relying-party.ts';
import { signIn } from './sign-in.ts';
import { createChallengeLimit, createSignInLimits } from './sign-in-limits.ts';
import { StaffStore } from './staff.store.ts';
import { createStaffCookie } from './staff-cookie.ts';
import type { StaffDeps } from './staff-deps.ts';
import { StaffInvitationsStore } from './staff-invitations.store.ts';
import { StaffChallengesStore, StaffPasskeysStore } from './staff-passkeys.store.ts';
import { idleSince } from './staff-rules.ts';
import { createStaffSecrets } from './staff-secrets.ts';
import { StaffSessionsStore } from './staff-sessions.store.ts';
import { StaffTokensStore } from './staff-tokens.store.ts';

export { keepSampleAccount } from './sample-account.ts';
export { createSetupLink } from './set-up-owner.ts';
export { LOCAL_OWNER_ID } from './staff-rules.ts';

/** Ended sessions stay stored this long, for an owner's list of sessions. */
const ENDED_DAYS_KEPT = 30;

export interface StaffModuleDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly guesses: Guesses;
  readonly auditTrail: AuditTrail;
  readonly mail: Mail;
  readonly settings: {
    /** Without a trailing slash. */
    readonly consoleUrl: string;
    readonly secret: string;
    /** Empty if there is no local owner. */
    readonly localOwnerToken: string;
  };
}

export interface StaffModule extends ApiModule {
  readonly authenticateStaff: AuthenticateStaff;
  /** Returns whether anyone besides this account has a permission. */
  hasOther(permission: Permission, staffId: string): Promise<boolean>;
}

function createDeps({ db, bus, clock, guesses, mail, settings }: StaffModuleDeps): StaffDeps {
  const store = new StaffStore(db);
  return {
    ...{ db, bus, clock, store, mail },
    sessions: new StaffSessionsStore(db),
    invitations: new StaffInvitationsStore(db),
    passkeys: new StaffPasskeysStore(db),
    challenges: new StaffChallengesStore(db),
    secrets: createStaffSecrets(settings.secret),
    cookie: createStaffCookie(settings.consoleUrl.startsWith('https:')),
    beginGuess: createSignInLimits({ guesses, store }),
    countChallenge: createChallengeLimit(guesses),
    relyingParty: relyingPartyOf(settings.consoleUrl),
    consoleUrl: settings.consoleUrl,
    isSecure: !isInsecureUrl(settings.consoleUrl),
  };
}

function visitorHandlers(deps: StaffDeps, record: RecordSignIn): Handlers {
  return {
    'GET /operator/sign-in/options': async () => ({
      data: {
        secure: deps.isSecure,
        console_url: deps.consoleUrl,
        passkeys: deps.relyingParty.isPossible,
      },
    }),
    'POST /operator/sign-in': async ({ body, ...call }) => {
      const staff = await signIn(deps, body, call);
      await record('POST /operator/sign-in', staff, call);
      return { data: await presentMe(deps, staff) };
    },
    'POST /operator/invitation/open': async ({ body }) => ({
      data: await openInvitation(deps, body.token),
    }),
    'POST /operator/invitation/accept': async ({ body, ...call }) => {
      const created = await acceptInvitation(deps, { ...body, email: null }, call);
      await record('POST /operator/invitation/accept', created.staff, call);
      const me = await presentMe(deps, created.staff);
      return { data: { me, recovery_codes: [...created.recoveryCodes] } };
    },
    'POST /operator/setup': async ({ body, ...call }) => {
      const created = await acceptInvitation(deps, body, call);
      await record('POST /operator/setup', created.staff, call);
      const me = await presentMe(deps, created.staff);
      return { data: { me, recovery_codes: [...created.recoveryCodes] } };
    },
  };
}

function sessionHandlers(deps: StaffDeps): Handlers {
  const { sessions, clock, bus } = deps;
  const announce = ({ staffId }: Staff): void =>
    bus.publish('staff:changed', { topic: 'staff', id: staffId });
  return {
    'GET /operator/me': async ({ staff }) => ({ data: await presentMe(deps, staff) }),
    'POST /operator/sign-out': async ({ staff, setCookie }) => {
      const { credential } = staff;
      if (credential.kind === 'session') {
        await sessions.revoke(staff.staffId, credential.sessionId, clock());
        setCookie(deps.cookie.clear());
        announce(staff);
      }
      return { data: {} };
    },
    'GET /operator/session': async ({ staff }) => {
      const now = clock();
      const open = await sessions.listOpen(staff.staffId, now, idleSince(now));
      const { credential } = staff;
      const own = credential.kind === 'session' ? credential.sessionId : null;
      return {
        data: open.map((row) => ({
          ...row,
          created_at: row.created_at.toISOString(),
          last_seen_at: row.last_seen_at.toISOString(),
          expires_at: row.expires_at.toISOString(),
          current: row.staff_session_id === own,
        })),
      };
    },
    'DELETE /operator/session': async ({ staff }) => {
      await sessions.revokeAll(staff.staffId, clock(), requireSession(staff));
      announce(staff);
      return { data: {} };
    },
    'DELETE /operator/session/{staff_session_id}': async ({ staff, params }) => {
      const wasOpen = await sessions.revoke(staff.staffId, params.staff_session_id, clock());
      if (!wasOpen) throw new ApiError('session_not_found');
      announce(staff);
      return { data: {} };
    },
  };
}

const factorHandlers = (deps: StaffDeps): Handlers => ({
  'POST /operator/proof': async ({ staff, body, ...call }) => {
    const provedAt = await renewProof(deps, staff, body.code, call);
    return { data: await presentMe(deps, { ...staff, provedAt }) };
  },
  'PUT /operator/password': async ({ staff, body, ip }) => {
    await changePassword(deps, staff, body.password, ip);
    return { data: {} };
  },
  'POST /operator/recovery-code': async ({ staff }) => ({
    data: { recovery_codes: [...(await renewRecoveryCodes(deps, staff))] },
  }),
  'POST /operator/totp': async ({ staff }) => ({ data: await beginTotpChange(deps, staff) }),
  'PUT /operator/totp': async ({ staff, body, ...call }) => {
    await confirmTotpChange(deps, staff, body.totp_code, call);
    return { data: {} };
  },
});

const tokenHandlers = (deps: TokenDeps): Handlers => ({
  'GET /operator/token': async ({ staff }) => ({ data: await listTokens(deps, staff.staffId) }),
  'POST /operator/token': async ({ staff, body, audit }) => {
    const { staffTokenId, token } = await createAccessToken(deps, staff, body);
    audit?.note({ subjectType: 'staff_token', subjectId: staffTokenId });
    return { data: { staff_token_id: staffTokenId, token } };
  },
  'DELETE /operator/token/{staff_token_id}': async ({ staff, params, audit }) => {
    audit?.note({ subjectType: 'staff_token', subjectId: params.staff_token_id });
    if (!(await deps.tokens.revoke(staff.staffId, params.staff_token_id, deps.clock()))) {
      throw new ApiError('staff_token_not_found');
    }
    return { data: {} };
  },
});

const accountHandlers = (deps: StaffDeps): Handlers => ({
  'GET /operator/staff': async () => ({ data: await listStaff(deps) }),
  'PUT /operator/staff/{staff_id}': async ({ staff, params, body, audit }) => {
    const { staff_id: staffId } = params;
    audit?.note({ subjectType: 'staff', subjectId: staffId, reason: body.reason });
    audit?.note(await changeStaff(deps, { ...body, staffId, updatedBy: staff.name }));
    return { data: await findStaff(deps, staffId) };
  },
  'DELETE /operator/staff/{staff_id}/session': async ({ params, audit }) => {
    audit?.note({ subjectType: 'staff', subjectId: params.staff_id });
    await findStaff(deps, params.staff_id);
    await deps.sessions.revokeAll(params.staff_id, deps.clock());
    deps.bus.publish('staff:changed', { topic: 'staff', id: params.staff_id });
    return { data: {} };
  },
});

const invitationSubject = (subjectId: string) => ({ subjectType: 'staff_invitation', subjectId });

const invitationHandlers = (deps: StaffDeps): Handlers => ({
  'GET /operator/invitation': async ({ query }) => {
    const before = openCursor(query.cursor, z.uuid());
    const rows = await deps.invitations.list(before, query.limit + 1);
    const { shown, next_cursor } = pageOf(rows, query.limit, (last) => last.staff_invitation_id);
    return { data: shown.map((row) => presentInvitation(row, deps.clock())), next_cursor };
  },
  'POST /operator/invitation': async ({ staff, body, audit }) => {
    const data = await inviteStaff(deps, { ...body, createdBy: staff.name });
    audit?.note({ ...invitationSubject(data.staff_invitation_id), after: { ...body } });
    return { data };
  },
  'POST /operator/invitation/{staff_invitation_id}/resend': async ({ params, audit }) => {
    audit?.note(invitationSubject(params.staff_invitation_id));
    return { data: await resendInvitation(deps, params.staff_invitation_id) };
  },
  'DELETE /operator/invitation/{staff_invitation_id}': async ({ params, audit }) => {
    audit?.note(invitationSubject(params.staff_invitation_id));
    await revokeInvitation(deps, params.staff_invitation_id);
    return { data: {} };
  },
});

/** Creates the module of staff accounts: signing in, sessions, second factors, invitations and roles. */
export function createStaffModule(options: StaffModuleDeps): StaffModule {
  const deps = createDeps(options);
  const { db, clock, settings } = options;
  const record = createRecordSignIn(options.auditTrail);
  const tokens = new StaffTokensStore(db);
  const endedBefore = (): Date => new Date(clock().getTime() - ENDED_DAYS_KEPT * 86_400_000);
  return {
    authenticateStaff: createAuthenticateStaff({
      ...deps,
      tokens,
      localOwnerToken: settings.localOwnerToken,
    }),
    hasOther: (permission, staffId) => deps.store.hasOther(PERMISSION_ROLES[permission], staffId),
    handlers: {
      ...visitorHandlers(deps, record),
      ...visitorPasskeyHandlers(deps, record),
      ...passkeyHandlers(deps),
      ...sessionHandlers(deps),
      ...factorHandlers(deps),
      ...tokenHandlers({ clock, tokens }),
      ...accountHandlers(deps),
      ...invitationHandlers(deps),
    },
    tasks: [
      {
        name: 'staff_session_prune',
        crontab: '17 * * * *',
        run: () => deps.sessions.deleteEnded(endedBefore()),
      },
      {
        name: 'staff_challenge_prune',
        crontab: '*/10 * * * *',
        run: () => deps.challenges.deleteExpired(clock()),
      },
    ],
  };
}
