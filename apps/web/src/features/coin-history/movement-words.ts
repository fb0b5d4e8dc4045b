import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { MovementKind } from '@sangwian/contract/endpoints/coins';
import {
  Coins,
  Gift,
  type LucideIcon,
  RotateCcw,
  Scale,
  Ticket,
  TicketPercent,
  TriangleAlert,
  Undo2,
} from 'lucide-react';

/** The label and icon of each kind of movement. */
export const MOVEMENT_WORDS: Record<
  MovementKind,
  { readonly label: MessageDescriptor; readonly Icon: LucideIcon }
> = {
  purchase: { label: msg`Coins bought`, Icon: Coins },
  bonus: { label: msg`Bonus coins`, Icon: Coins },
  coin_code: { label: msg`Redeem code`, Icon: TicketPercent },
  grant: { label: msg`Coins given`, Icon: Gift },
  adjustment: { label: msg`Adjustment`, Icon: Scale },
  gift: { label: msg`Cheering gift`, Icon: Gift },
  gift_refund: { label: msg`Gift refunded`, Icon: RotateCcw },
  unlock: { label: msg`Live unlocked`, Icon: Ticket },
  unlock_refund: { label: msg`Unlock refunded`, Icon: RotateCcw },
  purchase_refund: { label: msg`Purchase refunded`, Icon: Undo2 },
  chargeback: { label: msg`Payment taken back by the bank`, Icon: TriangleAlert },
  debt_settled: { label: msg`Owed coins settled`, Icon: Scale },
  forfeit: { label: msg`Coins given up`, Icon: TriangleAlert },
};
