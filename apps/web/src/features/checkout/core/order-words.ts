import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OrderReason, OrderStatus, PaymentMethod } from '@sangwian/contract/endpoints/orders';

/** The labels of an order's status: `i18n._(STATUS_WORDS[order.status])`. */
export const STATUS_WORDS: Record<OrderStatus, MessageDescriptor> = {
  waiting: msg`Waiting`,
  pending: msg`Pending`,
  cancelled: msg`Cancelled`,
  awaiting_confirmation: msg`Awaiting confirmation`,
  paid: msg`Paid`,
  failed: msg`Failed`,
  expired: msg`Expired`,
  refunded: msg`Refunded`,
  charged_back: msg`Charged back`,
};

/** The reasons for an order's status, as sentences. */
export const REASON_WORDS: Record<OrderReason, MessageDescriptor> = {
  paid_late: msg`Your payment arrived after the order had ended. Your coins have still been added.`,
  wrong_amount: msg`The amount received does not match the order. We are checking it.`,
  slip_sent: msg`We have your slip and are checking it.`,
  slip_rejected: msg`The slip could not be confirmed. Please send the right one, or contact the admin.`,
  declined: msg`The payment was declined.`,
  insufficient_funds: msg`There is not enough money on this card or account.`,
  not_authorised: msg`The payment was not confirmed on the payment page.`,
  closed_by_provider: msg`The payment provider has closed this payment.`,
  closed_by_operator: msg`This order was closed by the admin.`,
};

export const METHOD_WORDS: Record<PaymentMethod, MessageDescriptor> = {
  card: msg`Credit or debit card`,
  promptpay: msg`PromptPay QR`,
  promptpay_slip: msg`PromptPay QR with slip`,
  truemoney: msg`TrueMoney Wallet`,
  alipay: msg`Alipay`,
  wechat_pay: msg`WeChat Pay`,
  bank_transfer: msg`Bank transfer`,
  paypal: msg`PayPal`,
};

export const METHOD_HINTS: Record<PaymentMethod, MessageDescriptor> = {
  card: msg`Visa, Mastercard, JCB`,
  promptpay: msg`Scan with any Thai banking app`,
  promptpay_slip: msg`Scan with any Thai banking app, then send the slip`,
  truemoney: msg`Continue on TrueMoney’s page`,
  alipay: msg`Continue on Alipay’s page`,
  wechat_pay: msg`Continue on WeChat Pay’s page`,
  bank_transfer: msg`Transfer, then send the slip`,
  paypal: msg`Continue on PayPal’s page`,
};
