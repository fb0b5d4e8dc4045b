import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { RedeemModule } from '../../money/redeem/redeem.module.ts';
import type { Wallet } from '../../money/wallet/wallet.module.ts';
import type { Gifts } from '../gifts/gifts.module.ts';
import {
  type BoutFacts,
  type BoutState,
  createLiveReader,
  type LiveControl,
  type LiveReader,
} from '../lives/lives.module.ts';
import type { AuditNote, BoutControlStore } from './bout-control.store.ts';

/** The port to the prediction game. `compose` fills it from the sport domain. */
export interface ClosesSheets {
  /** Closes the sheets of a card when its first bout begins. Idempotent. */
  close(trx: Transaction<Database>, programId: string, now: Date): Promise<void>;
}

export interface BoutControlDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly live: LiveReader;
  readonly gifts: Pick<
    Gifts,
    'fence' | 'decide' | 'correct' | 'previewCorrection' | 'findSettlement' | 'findUndecided'
  >;
  readonly wallet: Pick<Wallet, 'credit'>;
  readonly redeem: Pick<RedeemModule, 'restoreUses'>;
  readonly predict: ClosesSheets;
}

type LockedLive = NonNullable<Awaited<ReturnType<LiveControl['lockLive']>>>;
type LockedBout = NonNullable<Awaited<ReturnType<LiveControl['lockBout']>>>;

/**
 * The dependencies of an action on a bout. Its transaction has locked the bout's live, the fence of its gifts
 * and its row.
 */
export interface BoutContext extends BoutControlDeps {
  readonly trx: Transaction<Database>;
  readonly control: LiveControl;
  readonly store: BoutControlStore;
  readonly lockedLive: LockedLive;
  readonly bout: LockedBout;
  readonly now: Date;
  readonly note: AuditNote;
}

export const stateOf = ({ bout }: Pick<BoutContext, 'bout'>): BoutState => ({
  status: bout.status,
  roundNumber: bout.round_number,
  roundStartedAt: bout.round_started_at,
  resting: bout.resting,
  clockStoppedAt: bout.clock_stopped_at,
});

export async function isOtherBoutInProgress({ bout, control }: BoutContext): Promise<boolean> {
  for (const other of await control.findBouts(bout.program_live_id)) {
    if (other === bout.match_live_id) continue;
    if ((await control.lockBout(other))?.status === 'in_progress') return true;
  }
  return false;
}

/** Returns the refusal of an operator's action, with the reason. */
export const refuse = (message: string): ApiError =>
  new ApiError('request_invalid', { details: [{ path: 'action', message }] });

/** @throws {ApiError} `request_invalid` with the message if the condition is false */
export const requireThat = (condition: boolean, message: string): void => {
  if (!condition) throw refuse(message);
};

/** Reads the bout within the transaction, so that the row is the one whose gifts are fenced. */
export async function readFacts(
  trx: Transaction<Database>,
  matchLiveId: string,
): Promise<BoutFacts> {
  const facts = await createLiveReader(trx).findBout(matchLiveId);
  if (facts === null) throw new ApiError('match_not_found');
  return facts;
}
