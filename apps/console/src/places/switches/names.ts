import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { SwitchEffects } from '@sangwian/contract/endpoints/operator/switches';
import type { SwitchName } from '@sangwian/contract/endpoints/site';

export interface SwitchTexts {
  readonly title: string;
  /** What fans can no longer do while the switch is off. */
  readonly stops: string;
  /** What still works while the switch is off. */
  readonly goesOn: string;
  /** What switching off would stop now, in numbers. */
  readonly effect: string;
  /** Where fans see the reason. */
  readonly where: string;
}

/** Returns the texts of every switch. */
export function useSwitchTexts(effects: SwitchEffects): Readonly<Record<SwitchName, SwitchTexts>> {
  const { t } = useLingui();
  const { orders_waiting: waiting, payments_pending: pending } = effects;
  const { gifts_last_minute: gifts, chat_lines_last_minute: lines } = effects;
  const { registrations_last_hour: members, sheets_open: sheets } = effects;
  return {
    payments: {
      title: t`Payments`,
      stops: t`New orders and new payments`,
      goesOn: t`Payments that have begun, slips and refunds`,
      effect: t`${plural(waiting, { one: '# order waits', other: '# orders wait' })} for a payment and ${plural(pending, { one: '# payment is', other: '# payments are' })} being processed; all of them can still be paid.`,
      where: t`in the coin store, in place of the payment methods`,
    },
    gifts: {
      title: t`Gifts`,
      stops: t`Sending gifts`,
      goesOn: t`Settlement and refunds of sent gifts`,
      effect: t`${plural(gifts, { one: '# gift was', other: '# gifts were' })} sent in the last minute. Sent gifts are settled as usual.`,
      where: t`in the live, in place of the gifts`,
    },
    registration: {
      title: t`Registration`,
      stops: t`New accounts by phone, LINE and Apple`,
      goesOn: t`Signing in, passwords and members of partners`,
      effect: t`${plural(members, { one: '# member', other: '# members' })} registered in the last hour.`,
      where: t`on the page for new accounts`,
    },
    chat: {
      title: t`Chat`,
      stops: t`Sending messages`,
      goesOn: t`Reading, moderation and the pinned message`,
      effect: t`${plural(lines, { one: '# message was', other: '# messages were' })} sent in the last minute.`,
      where: t`in the live, in place of the message box`,
    },
    predictions: {
      title: t`Predictions`,
      stops: t`Confirming and changing a sheet`,
      goesOn: t`Reading, scoring and ranks`,
      effect: t`${plural(sheets, { one: '# confirmed sheet stays', other: '# confirmed sheets stay' })} in the game and ${plural(sheets, { one: 'is', other: 'are' })} scored.`,
      where: t`on the prediction page, in place of the confirmation`,
    },
  };
}
