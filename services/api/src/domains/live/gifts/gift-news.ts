import { setTimeout as pause } from 'node:timers/promises';
import type { GiftLine } from '@sangwian/contract/endpoints/gifts';
import type { MatchLiveId, MemberId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Bus, NodeCounts } from '../../../platform/bus/bus.ts';
import type { MemberName, Members } from '../../identity/members/members.module.ts';
import type { BoutFacts } from '../lives/lives.module.ts';
import type { NewGift } from './gifts.store.ts';

/** After news of a bout the next waits this long: a tick tells no more often, and names cost a statement each time. */
const NEWS_EVERY_MS = LIMITS.tickMs / 2;

export interface HeldGift {
  readonly gift: NewGift;
  readonly giftLogId: string;
  readonly sentAt: Date;
}

export interface GiftNewsDeps {
  readonly bus: Bus;
  readonly logger: Logger;
  readonly members: Pick<Members, 'findMemberNames'>;
}

interface Pending {
  readonly bout: BoutFacts;
  /** The newest, as many as a tick shows. */
  held: readonly HeldGift[];
  counts: readonly NodeCounts[];
  memberIds: Set<MemberId>;
}

function lineOf({ gift, giftLogId, sentAt }: HeldGift, id: MatchLiveId, of?: MemberName): GiftLine {
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
 * Tells everybody what the batches of this node held, after their commits: the first at once, then gathered, so that a
 * crowd's news costs little and a sender's answer waits for none of it.
 */
export class GiftNews {
  readonly #deps: GiftNewsDeps;
  readonly #pending = new Map<MatchLiveId, Pending>();

  constructor(deps: GiftNewsDeps) {
    this.#deps = deps;
  }

  /** @param counts what this node has counted of the bout, with these gifts */
  add(bout: BoutFacts, held: readonly HeldGift[], counts: readonly NodeCounts[]): void {
    const known = this.#pending.get(bout.matchLiveId);
    const news: Pending = known ?? { bout, held: [], counts, memberIds: new Set() };
    news.held = [...news.held, ...held].slice(-LIMITS.giftsPerTickMax);
    news.counts = counts;
    for (const { gift } of held) news.memberIds.add(gift.memberId as MemberId);
    if (known !== undefined) return;
    this.#pending.set(bout.matchLiveId, news);
    void this.#tellAll(news);
  }

  async #tellAll(news: Pending): Promise<void> {
    while (news.held.length > 0) {
      const { held, counts, memberIds } = news;
      news.held = [];
      news.memberIds = new Set();
      await this.#tell(news.bout, held, counts, memberIds).catch((err: unknown) =>
        this.#deps.logger.warn({ err }, 'gifts not told'),
      );
      await pause(NEWS_EVERY_MS, undefined, { ref: false });
    }
    this.#pending.delete(news.bout.matchLiveId);
  }

  async #tell(
    { matchLiveId, programLiveId }: BoutFacts,
    held: readonly HeldGift[],
    counts: readonly NodeCounts[],
    memberIds: ReadonlySet<MemberId>,
  ): Promise<void> {
    const { bus, members } = this.#deps;
    bus.publish('wallets:changed', { memberIds: [...memberIds] });
    // All names in one statement: one for each would cost more than the gifts did.
    const senders = new Set(held.map(({ gift }) => gift.memberId as MemberId));
    const names = await members.findMemberNames([...senders]);
    const gifts = held.map((one) =>
      lineOf(one, matchLiveId, names.get(one.gift.memberId as MemberId)),
    );
    bus.publish('gift:sent', { programLiveId, matchLiveId, counts, gifts });
  }
}
