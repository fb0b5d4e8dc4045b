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
import type { ShowStore } from './bout-control.store.ts';

/** The part of the prediction game that bouts need. `compose` passes the game of the sport domain. */
export interface ClosesSheets {
  /** Closes the sheets of a programme, whose first bout begins. A second call changes nothing. */
  close(trx: Transaction<Database>, programId: string, now: Date): Promise<void>;
}

export interface ShowDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly live: LiveReader;
  readonly gifts: Pick<
    Gifts,
    | 'fence'
    | 'decide'
    | 'correct'
    | 'previewCorrection'
    | 'settle'
    | 'findSettlement'
    | 'findCorrections'
    | 'findUndecided'
    | 'readBar'
  >;
  readonly wallet: Pick<Wallet, 'credit'>;
  readonly redeem: Pick<RedeemModule, 'restoreUses'>;
  readonly predict: ClosesSheets;
}

/** Who does it, and why: both stay for ever. */
export interface Word {
  readonly by: string;
  readonly why: string;
}

type LockedLive = NonNullable<Awaited<ReturnType<LiveControl['lockLive']>>>;
type LockedBout = NonNullable<Awaited<ReturnType<LiveControl['lockBout']>>>;

/** Everything that an action on a bout needs, inside the transaction that holds its live, its fence and its row. */
export interface Scene extends ShowDeps {
  readonly trx: Transaction<Database>;
  readonly control: LiveControl;
  /** On the transaction. */
  readonly store: ShowStore;
  readonly lockedLive: LockedLive;
  readonly bout: LockedBout;
  readonly now: Date;
  readonly word: Word;
}

export const stateOf = ({ bout }: Pick<Scene, 'bout'>): BoutState => ({
  status: bout.status,
  roundNumber: bout.round_number,
  roundStartedAt: bout.round_started_at,
  resting: bout.resting,
});

/** Whether another bout of the live is on. */
export async function isAnotherBoutOn({ bout, control }: Scene): Promise<boolean> {
  for (const other of await control.findBouts(bout.program_live_id)) {
    if (other === bout.match_live_id) continue;
    if ((await control.lockBout(other))?.status === 'in_progress') return true;
  }
  return false;
}

/** Refuses an operator's action, with the reason in words. */
export const refuse = (message: string): ApiError =>
  new ApiError('request_invalid', { details: [{ path: 'action', message }] });

export const need = (isSo: boolean, message: string): void => {
  if (!isSo) throw refuse(message);
};

/** Reads the bout in the transaction, so that it is the bout that the fence holds. */
export async function readFacts(
  trx: Transaction<Database>,
  matchLiveId: string,
): Promise<BoutFacts> {
  const facts = await createLiveReader(trx).findBout(matchLiveId);
  if (facts === null) throw new ApiError('match_not_found');
  return facts;
}
