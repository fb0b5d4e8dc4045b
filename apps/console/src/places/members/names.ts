import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { MovementKind } from '@sangwian/contract/endpoints/coins';
import type { ChatRole } from '@sangwian/contract/endpoints/live';
import type {
  TimelineEntry,
  TimelineKind,
} from '@sangwian/contract/endpoints/operator/member-timeline';
import type {
  CoinAdjustment,
  MemberFile,
  MemberState,
} from '@sangwian/contract/endpoints/operator/members';

export const STATE_NAMES: Record<MemberState, MessageDescriptor> = {
  active: msg`Active`,
  suspend: msg`Suspended`,
  ban: msg`Banned`,
  closed: msg`Closed`,
  deleted: msg`Deleted`,
};

export const KIND_NAMES: Record<TimelineKind, MessageDescriptor> = {
  sign_in: msg`Sign-ins`,
  order: msg`Orders`,
  gift: msg`Gifts`,
  chat: msg`Chat`,
  sanction: msg`Sanctions`,
  coins: msg`Coins`,
};

export const SIGN_IN_NAMES: Record<MemberFile['signs_in_by'][number], MessageDescriptor> = {
  password: msg`Password`,
  line: msg`LINE`,
  apple: msg`Apple`,
  partner: msg`Partner`,
};

/** The same text as on the badge in the fans' chat. */
export const ROLE_NAMES: Record<ChatRole, MessageDescriptor> = {
  admin: msg`Admin`,
  moderator: msg`Moderator`,
  partner: msg`Partner`,
};

export const ADJUSTMENT_NAMES: Record<CoinAdjustment['state'], MessageDescriptor> = {
  open: msg`Waits for a second person`,
  done: msg`Done`,
  refused: msg`Refused`,
  withdrawn: msg`Withdrawn`,
  expired: msg`Expired`,
};

export const MOVEMENT_NAMES: Record<MovementKind, MessageDescriptor> = {
  purchase: msg`Bought`,
  bonus: msg`Bonus`,
  coin_code: msg`Coin code`,
  grant: msg`Granted`,
  adjustment: msg`Adjustment`,
  gift: msg`Gift`,
  gift_refund: msg`Gift came back`,
  unlock: msg`Live unlocked`,
  unlock_refund: msg`Live refunded`,
  purchase_refund: msg`Order refunded`,
  chargeback: msg`Charged back`,
  debt_settled: msg`Debt settled`,
  forfeit: msg`Forfeited`,
};

const ORDER_WHAT: Readonly<Record<string, MessageDescriptor>> = {
  waiting: msg`Order, not paid yet`,
  pending: msg`Order, payment pending`,
  awaiting_confirmation: msg`Order, awaiting confirmation`,
  paid: msg`Order paid`,
  failed: msg`Order failed`,
  expired: msg`Order expired`,
  cancelled: msg`Order cancelled`,
  refunded: msg`Order refunded`,
  charged_back: msg`Order charged back`,
};

const WHAT_NAMES: Record<TimelineKind, Readonly<Record<string, MessageDescriptor>>> = {
  sign_in: { signed_in: msg`Signed in`, signed_in_ended: msg`Signed in, session ended since` },
  order: ORDER_WHAT,
  gift: { red: msg`Gift to the red corner`, blue: msg`Gift to the blue corner` },
  chat: {
    remove: msg`Message removed`,
    remove_all: msg`All messages removed`,
    timeout: msg`Timed out in the chat`,
    end_timeout: msg`Time-out ended`,
    allow_held: msg`Held message allowed`,
    remove_held: msg`Held message removed`,
    grant_appeal: msg`Appeal granted`,
    refuse_appeal: msg`Appeal refused`,
  },
  sanction: {
    active: msg`Sanction lifted`,
    suspend: msg`Suspended`,
    ban: msg`Banned`,
    closed: msg`Account closed`,
  },
  coins: { adjusted: msg`Coins adjusted` },
};

const SUSPENSION_OVER = msg`Suspension ended automatically`;
/** The value of `by` in the entry of a suspension that expired. */
const CLOCK = 'clock';

export const isByClock = ({ by }: Pick<TimelineEntry, 'by'>): boolean => by === CLOCK;

/** Returns functions that translate a name and describe a timeline entry. */
export function useNames(): {
  readonly nameOf: (name: MessageDescriptor) => string;
  readonly describeEntry: (entry: Pick<TimelineEntry, 'kind' | 'what' | 'by'>) => string;
} {
  const { i18n } = useLingui();
  const nameOf = (name: MessageDescriptor) => i18n._(name);
  return {
    nameOf,
    describeEntry: (entry) => {
      if (entry.kind === 'sanction' && isByClock(entry)) return nameOf(SUSPENSION_OVER);
      const known = WHAT_NAMES[entry.kind][entry.what];
      return known === undefined ? entry.what : nameOf(known);
    },
  };
}
