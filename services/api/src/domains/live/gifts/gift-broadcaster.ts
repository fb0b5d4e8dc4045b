import { setTimeout as pause } from 'node:timers/promises';
import type { GiftLine } from '@sangwian/contract/endpoints/gifts';
import type { MatchLiveId, MemberId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Bus, NodeCounts } from '../../../platform/bus/bus.ts';
import type { MemberName, Members } from '../../identity/members/members.module.ts';
import type { BoutFacts } from '../lives/lives.module.ts';
import type { NewGift } from './gifts.store.ts';

/**
 * Minimum interval between broadcasts of a bout. Each broadcast reads names from the database, and pages
 * receive ticks less often than this.
 */
const BROADCAST_INTERVAL_MS = LIMITS.tickMs / 2;

export interface SentGift {
  readonly gift: NewGift;
  readonly giftLogId: string;
  readonly sentAt: Date;
}

export interface GiftBroadcasterDeps {
  readonly bus: Bus;
  readonly logger: Logger;
  readonly members: Pick<Members, 'findMemberNames'>;
}

interface Pending {
  readonly bout: BoutFacts;
  /** The newest gifts, at most as many as fit into a tick. */
  sent: readonly SentGift[];
  counts: readonly NodeCounts[];
  /** All senders since the last broadcast, because their balances have changed. */
  memberIds: Set<MemberId>;
}

function lineOf({ gift, giftLogId, sentAt }: SentGift, id: MatchLiveId, of?: MemberName): GiftLine {
  return {
    gift_log_id: giftLogId,
    match_live_id: id,
    member_id: gift.memberId as MemberId,
    member_name: of?.name ?? '',
    member_avatar: of?.avatar ?? null,
    corner: gift.corner,
    gift_id: gift.giftId,
    quantity: gift.quantity,
    coins: gift.coins,
    sent_at: sentAt.toISOString(),
  };
}

/**
 * Broadcasts the gifts of this node after their commit. The first gift is broadcast at once and later gifts
 * in batches, which limits the load. No sender waits for the broadcast.
 */
export class GiftBroadcaster {
  readonly #deps: GiftBroadcasterDeps;
  readonly #pending = new Map<MatchLiveId, Pending>();

  constructor(deps: GiftBroadcasterDeps) {
    this.#deps = deps;
  }

  /** @param counts this node's counts of the bout, including these gifts */
  add(bout: BoutFacts, sent: readonly SentGift[], counts: readonly NodeCounts[]): void {
    const known = this.#pending.get(bout.matchLiveId);
    const pending: Pending = known ?? { bout, sent: [], counts, memberIds: new Set() };
    pending.sent = [...pending.sent, ...sent].slice(-LIMITS.giftsPerTickMax);
    pending.counts = counts;
    for (const { gift } of sent) pending.memberIds.add(gift.memberId as MemberId);
    if (known !== undefined) return;
    this.#pending.set(bout.matchLiveId, pending);
    void this.#broadcastAll(pending);
  }

  async #broadcastAll(pending: Pending): Promise<void> {
    while (pending.sent.length > 0) {
      const { sent, counts, memberIds } = pending;
      pending.sent = [];
      pending.memberIds = new Set();
      await this.#broadcast(pending.bout, sent, counts, memberIds).catch((err: unknown) =>
        this.#deps.logger.warn({ err }, 'gift broadcast failed'),
      );
      await pause(BROADCAST_INTERVAL_MS, undefined, { ref: false });
    }
    this.#pending.delete(pending.bout.matchLiveId);
  }

  async #broadcast(
    { matchLiveId, programLiveId }: BoutFacts,
    sent: readonly SentGift[],
    counts: readonly NodeCounts[],
    memberIds: ReadonlySet<MemberId>,
  ): Promise<void> {
    const { bus, members } = this.#deps;
    bus.publish('wallets:changed', { memberIds: [...memberIds] });
    // One statement for all names. A statement per name would cost more than the gifts themselves.
    const senders = new Set(sent.map(({ gift }) => gift.memberId as MemberId));
    const names = await members.findMemberNames([...senders]);
    const gifts = sent.map((one) =>
      lineOf(one, matchLiveId, names.get(one.gift.memberId as MemberId)),
    );
    bus.publish('gift:sent', { programLiveId, matchLiveId, counts, gifts });
  }
}
