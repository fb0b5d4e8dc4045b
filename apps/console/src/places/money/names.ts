import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type {
  OrderAttention,
  OrderProvider,
  SlipRejection,
} from '@sangwian/contract/endpoints/operator/orders';
import type {
  OrderStatus,
  PaymentAttempt,
  PaymentMethod,
} from '@sangwian/contract/endpoints/orders';

export const STATUS_NAMES: Record<OrderStatus, MessageDescriptor> = {
  waiting: msg`Not paid yet`,
  pending: msg`Pending`,
  awaiting_confirmation: msg`Awaiting confirmation`,
  paid: msg`Paid`,
  failed: msg`Failed`,
  expired: msg`Expired`,
  cancelled: msg`Cancelled`,
  refunded: msg`Refunded`,
  charged_back: msg`Charged back`,
};

export const METHOD_NAMES: Record<PaymentMethod, MessageDescriptor> = {
  card: msg`Card`,
  promptpay: msg`PromptPay`,
  promptpay_slip: msg`PromptPay with slip`,
  truemoney: msg`TrueMoney`,
  alipay: msg`Alipay`,
  wechat_pay: msg`WeChat Pay`,
  bank_transfer: msg`Bank transfer`,
  paypal: msg`PayPal`,
};

export const PROVIDER_NAMES: Record<OrderProvider, MessageDescriptor> = {
  omise: msg`Omise`,
  paypal: msg`PayPal`,
  transfer: msg`Transfer`,
  partner: msg`Partner`,
};

export const ATTENTION_NAMES: Record<OrderAttention, MessageDescriptor> = {
  slip: msg`Slip to check`,
  wrong_amount: msg`Wrong amount`,
  unconfirmed: msg`To confirm`,
  refund_by_hand: msg`Refund by hand`,
  second_payment: msg`Second payment`,
  disputed: msg`Disputed`,
};

export const REJECTION_NAMES: Record<SlipRejection, MessageDescriptor> = {
  reference_used: msg`Reference used before`,
  amount_differs: msg`Amount differs`,
  other_account: msg`Other account`,
  not_readable: msg`Not readable`,
};

/**
 * The reasons of a rejection, in the order of their keys. Importing the contract's list would also load its validator.
 */
export const REJECTIONS = Object.keys(REJECTION_NAMES) as SlipRejection[];

/** The order events that have a translated name. Other events are shown by their stored name. */
const EVENT_NAMES: Readonly<Record<string, MessageDescriptor>> = {
  ordered: msg`Ordered`,
  attempt_created: msg`Payment started`,
  attempt_pending: msg`Waiting for the payment`,
  attempt_failed: msg`Payment failed`,
  attempt_expired: msg`Payment expired`,
  slip_sent: msg`Slip sent`,
  slip_rejected: msg`Slip rejected`,
  confirmed: msg`Confirmed`,
  rejected: msg`Rejected`,
  refunded: msg`Refunded`,
  baht_returned: msg`Baht returned`,
  paid: msg`Paid`,
  paid_again: msg`Paid a second time`,
  wrong_amount: msg`Wrong amount`,
  baht_partly_returned: msg`Part of the baht returned`,
  refund_refused: msg`Refund refused`,
  dispute_open: msg`Disputed`,
  dispute_won: msg`Dispute won`,
  second_payment: msg`Second payment`,
  cancelled: msg`Cancelled`,
  expired: msg`Expired`,
  charged_back: msg`Charged back`,
  chargeback_undone: msg`Chargeback undone`,
};

export const ATTEMPT_NAMES: Record<PaymentAttempt['status'], MessageDescriptor> = {
  created: msg`Started`,
  pending: msg`Pending`,
  succeeded: msg`Received`,
  failed: msg`Failed`,
  expired: msg`Expired`,
  refunded: msg`Refunded`,
};

/** Returns a function that translates a name. */
export function useNames(): {
  readonly nameOf: (name: MessageDescriptor) => string;
  readonly eventName: (what: string) => string;
} {
  const { i18n } = useLingui();
  const nameOf = (name: MessageDescriptor) => i18n._(name);
  return {
    nameOf,
    eventName: (what) => {
      const known = EVENT_NAMES[what];
      return known === undefined ? what : nameOf(known);
    },
  };
}
