import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { AccountModule } from '../../identity/account/account.module.ts';
import type { AccountStatusModule } from '../../identity/account-status/account-status.module.ts';
import type { Members } from '../../identity/members/members.module.ts';
import type { RegistrationModule } from '../../identity/registration/registration.module.ts';
import type { Sessions } from '../../identity/sessions/sessions.module.ts';
import type { Adjustments } from '../../money/adjustments/adjustments.module.ts';
import type { Spending } from '../../money/spending/spending.module.ts';
import type { Wallet } from '../../money/wallet/wallet.module.ts';
import type { StaffModule } from '../staff/staff.module.ts';
import type { MemberFileStore } from './member-file.store.ts';
import type { MemberSearchStore } from './member-search.store.ts';
import type { TimelineStore } from './timeline.store.ts';

export interface MemberDeskDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly members: Pick<Members, 'lifecycle'>;
  readonly sessions: Pick<Sessions, 'list' | 'revokeAll' | 'revokeDevice' | 'revokeEveryones'>;
  readonly accountStatus: Pick<AccountStatusModule, 'change' | 'changeRole' | 'decideAppeal'>;
  readonly registration: Pick<RegistrationModule, 'recordParentConsent' | 'findParentConsents'>;
  readonly account: Pick<AccountModule, 'exportMember' | 'deleteOnRequest'>;
  readonly wallet: Pick<Wallet, 'readWallet' | 'readHistory' | 'writeHistory'>;
  readonly spending: Pick<Spending, 'excludedUntil' | 'shortenExclusion'>;
  readonly adjustments: Adjustments;
  readonly staff: Pick<StaffModule, 'hasOther'>;
}

/** The dependencies of the desk's handlers. */
export interface DeskParts extends MemberDeskDeps {
  readonly search: MemberSearchStore;
  readonly files: MemberFileStore;
  readonly timeline: TimelineStore;
}
