import type { MemberId } from '@sangwian/contract/ids';
import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import type { ApiModule } from '../../http/handler.ts';
import { createLimit } from '../../http/rate-limits.ts';
import type { Members } from '../members/members.module.ts';
import type { Proofs } from '../proofs/proofs.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';
import { register } from './register.ts';
import { RegistrationStore } from './registration.store.ts';

/** Thousands of fans may share an address; each attempt costs as much as a password. */
const PER_ADDRESS = { max: 200, seconds: 900 } as const;

export interface RegistrationModuleDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly members: Members;
  readonly sessions: Sessions;
  readonly proofs: Proofs;
}

export interface RegistrationModule extends ApiModule {
  /** What is held of a member here, for its export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

/** Becoming a member, by phone or after a first sign-in with LINE or Apple. */
export function createRegistrationModule(options: RegistrationModuleDeps): RegistrationModule {
  const store = new RegistrationStore(options.db);
  const perAddress = createLimit(PER_ADDRESS.max, PER_ADDRESS.seconds);
  const deps = { ...options, store, perAddress };
  return {
    handlers: {
      'POST /auth/member/register-v2': async ({ body, ...origin }) => ({
        data: await register(deps, body, 'line', origin),
      }),
      'POST /auth/member/register': async ({ body, ...origin }) => ({
        data: await register(deps, body, 'apple', origin),
      }),
    },
    exportOf: async (memberId) => ({ consents: await store.findConsents(memberId) }),
  };
}
