import type { MemberId } from '@sangwian/contract/ids';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { OperatorName, OperatorReason } from '../../../platform/http/audit-note.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { parseValue } from '../../../platform/http/parse-value.ts';
import { createLimit } from '../../../platform/http/rate-limits.ts';
import { refuseIfOff, type SwitchGate } from '../../../platform/switches/switches.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { findMemberByPhoneOrId, type Members } from '../members/members.module.ts';
import type { Proofs } from '../proofs/proofs.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';
import { register } from './register.ts';
import { RegistrationStore } from './registration.store.ts';

/** Twice the fans of an arena behind one address. Each has proved a phone and hashes a password. */
const PER_ADDRESS = { max: 1_000, seconds: 900 } as const;

const CONSENTS_SHOWN_MAX = 100;

const ParentConsent = z.strictObject({
  /** A phone in any spelling, or a `member_id`. */
  member: z.string().trim().min(1).max(64),
  /** `false` withdraws the consent. */
  given: z.boolean(),
  /** How the consent was proved. */
  reason: OperatorReason,
  by: OperatorName,
});

export interface RegistrationModuleDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly members: Members;
  readonly sessions: Sessions;
  readonly proofs: Proofs;
  readonly switches: SwitchGate;
}

export interface RegistrationModule extends ApiModule {
  /** Returns whether a parent consents to the member's purchases, by the latest record. */
  hasParentsConsent(on: Kysely<Database>, memberId: MemberId): Promise<boolean>;
  /** Returns a member's consents for the data export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

/** Registers the endpoint where operators record a parent's consent. */
function registerRoutes(
  app: FastifyInstance,
  { members, store, clock }: RegistrationModuleDeps & { readonly store: RegistrationStore },
): void {
  app.post('/members/parent-consent', async (request) => {
    const { member, given, reason, by } = parseValue(ParentConsent, request.body);
    const { member_id: memberId } = await findMemberByPhoneOrId(members, member);
    await store.addParentConsent({ memberId, given, reason, actor: by, recordedAt: clock() });
    const consents = await store.findParentConsents(memberId, CONSENTS_SHOWN_MAX);
    return { member_id: memberId, consents };
  });
}

/** Creates the module of registration, by phone or after a first sign-in with LINE or Apple. */
export function createRegistrationModule(options: RegistrationModuleDeps): RegistrationModule {
  const store = new RegistrationStore(options.db);
  const perAddress = createLimit(PER_ADDRESS.max, PER_ADDRESS.seconds);
  const deps = { ...options, store, perAddress };
  const { switches } = options;
  return {
    handlers: {
      'POST /auth/member/register-v2': async ({ body, ...origin }) => {
        await refuseIfOff(switches, 'registration');
        return { data: await register(deps, body, 'line', origin) };
      },
      'POST /auth/member/register': async ({ body, ...origin }) => {
        await refuseIfOff(switches, 'registration');
        return { data: await register(deps, body, 'apple', origin) };
      },
    },
    registerInternal: (app) => registerRoutes(app, deps),
    hasParentsConsent: async (on, memberId) => {
      const [last] = await store.findParentConsents(memberId, 1, on);
      return last?.given === true;
    },
    exportOf: async (memberId) => {
      const parents = await store.findParentConsents(memberId, CONSENTS_SHOWN_MAX);
      return {
        consents: await store.findConsents(memberId),
        // Operators' names are not exported.
        parent_consents: parents.map(({ recorded_by: _by, ...consent }) => consent),
      };
    },
  };
}
