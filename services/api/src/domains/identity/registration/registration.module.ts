import type { MemberId } from '@sangwian/contract/ids';
import type { Kysely } from 'kysely';
import type { AuditNote } from '../../../platform/http/audit-note.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { createLimit } from '../../../platform/http/rate-limits.ts';
import type { SharedCounters } from '../../../platform/limits/shared-counters.ts';
import { refuseIfOff, type SwitchGate } from '../../../platform/switches/switches.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../members/members.module.ts';
import type { Proofs } from '../proofs/proofs.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';
import { register } from './register.ts';
import { RegistrationStore } from './registration.store.ts';

/** Limit per IP address: twice the fans of an arena. Each request needs a proven phone and hashes a password. */
const PER_ADDRESS = { max: 1_000, seconds: 900 } as const;

const CONSENTS_SHOWN_MAX = 100;

export interface RegistrationModuleDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly members: Members;
  readonly sessions: Sessions;
  readonly proofs: Proofs;
  readonly switches: SwitchGate;
  /** Counters that all nodes share; with `null` each node counts separately. */
  readonly counters: SharedCounters | null;
}

export interface RegistrationModule extends ApiModule {
  /**
   * Records that a parent consents to the member's purchases, or withdraws the consent. Returns all records, newest
   * first.
   */
  recordParentConsent(
    consent: { readonly memberId: MemberId; readonly given: boolean } & AuditNote,
  ): ReturnType<RegistrationStore['findParentConsents']>;
  /** Returns the records of a parent's consent and its withdrawals, newest first. */
  findParentConsents(memberId: MemberId): ReturnType<RegistrationStore['findParentConsents']>;
  /** Returns whether a parent currently consents to the member's purchases. The newest record decides. */
  hasParentsConsent(on: Kysely<Database>, memberId: MemberId): Promise<boolean>;
  /** Returns a member's consents for the data export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

/** Creates the module of registration, by phone or after a first sign-in with LINE or Apple. */
export function createRegistrationModule(options: RegistrationModuleDeps): RegistrationModule {
  const store = new RegistrationStore(options.db);
  const perAddress = createLimit(PER_ADDRESS.max, PER_ADDRESS.seconds, {
    name: 'registration',
    counters: options.counters,
  });
  const deps = { ...options, store, perAddress };
  const { clock, switches } = options;
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
    recordParentConsent: async (consent) => {
      await store.addParentConsent({ ...consent, recordedAt: clock() });
      return store.findParentConsents(consent.memberId, CONSENTS_SHOWN_MAX);
    },
    findParentConsents: (memberId) => store.findParentConsents(memberId, CONSENTS_SHOWN_MAX),
    hasParentsConsent: async (on, memberId) => {
      const [last] = await store.findParentConsents(memberId, 1, on);
      return last?.given === true;
    },
    exportOf: async (memberId) => {
      const parents = await store.findParentConsents(memberId, CONSENTS_SHOWN_MAX);
      return {
        consents: await store.findConsents(memberId),
        // The export leaves out the operators' names.
        parent_consents: parents.map(({ recorded_by: _by, ...consent }) => consent),
      };
    },
  };
}
