import type { PaymentMethod, PaymentOption } from '@sangwian/contract/endpoints/orders';
import {
  CreditCard,
  Globe,
  Landmark,
  type LucideIcon,
  MessageSquareText,
  QrCode,
  ScanQrCode,
  Smartphone,
  Wallet,
} from 'lucide-react';

/** The display order: methods that are common in Thailand come first. */
const ORDER: readonly PaymentMethod[] = [
  'promptpay',
  'promptpay_slip',
  'card',
  'truemoney',
  'bank_transfer',
  'alipay',
  'wechat_pay',
  'paypal',
];

export const METHOD_ICONS: Readonly<Record<PaymentMethod, LucideIcon>> = {
  card: CreditCard,
  promptpay: QrCode,
  promptpay_slip: ScanQrCode,
  truemoney: Smartphone,
  alipay: Globe,
  wechat_pay: MessageSquareText,
  bank_transfer: Landmark,
  paypal: Wallet,
};

/** A payment option with the limit that the amount violates, if any. */
export interface Offer {
  readonly option: PaymentOption;
  readonly fits: 'yes' | 'too_little' | 'too_much';
}

/** Returns the methods in display order. Methods that allow the amount come first. */
export function offersFor(options: readonly PaymentOption[], satang: number): Offer[] {
  const fits = ({ satang_min, satang_max }: PaymentOption): Offer['fits'] => {
    if (satang < satang_min) return 'too_little';
    return satang > satang_max ? 'too_much' : 'yes';
  };
  return options
    .map((option) => ({ option, fits: fits(option) }))
    .sort(
      (a, b) =>
        Number(a.fits !== 'yes') - Number(b.fits !== 'yes') ||
        ORDER.indexOf(a.option.method) - ORDER.indexOf(b.option.method),
    );
}
