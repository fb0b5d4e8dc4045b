import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../members/members.module.ts';
import type { Proofs } from '../proofs/proofs.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';
import type { Sms } from '../sms/sms.module.ts';
import type { GuessLimits } from './guess-limits.ts';

/** Dependencies of the use cases of passwords and PINs. */
export interface PasswordDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly members: Members;
  readonly sessions: Sessions;
  readonly proofs: Proofs;
  readonly sms: Sms;
  readonly limits: GuessLimits;
}
