import type { Language } from '@sangwian/contract/endpoints/member';
import type { MailContent } from '../../../platform/mail/mail.module.ts';

export type ReceiptKind = 'paid' | 'refunded';

export interface ReceiptFacts {
  readonly kind: ReceiptKind;
  readonly number: string;
  /** The total including VAT, such as `300.00`. */
  readonly baht: string;
  readonly baseCoins: number;
  readonly bonusCoins: number;
  readonly at: Date;
  readonly url: string;
}

const WORDS = {
  TH: {
    locale: 'th-TH',
    paid: {
      subject: (number: string) => `ใบเสร็จคำสั่งซื้อ ${number}`,
      lead: 'ขอบคุณที่เติมเหรียญ เหรียญเข้ากระเป๋าของคุณแล้ว',
      at: 'ชำระเมื่อ',
    },
    refunded: {
      subject: (number: string) => `คืนเงินคำสั่งซื้อ ${number}`,
      lead: 'เราคืนเงินคำสั่งซื้อนี้แล้ว ธนาคารหรือผู้ให้บริการอาจใช้เวลาหลายวันกว่าเงินจะเข้าบัญชี',
      at: 'คืนเงินเมื่อ',
    },
    number: 'เลขที่คำสั่งซื้อ',
    coins: 'เหรียญ',
    bonus: 'เหรียญโบนัส',
    total: 'ยอดรวม (รวม VAT แล้ว)',
    baht: (amount: string) => `${amount} บาท`,
    action: 'ดูประวัติเหรียญ',
    note: 'หากยอดไม่ถูกต้องหรือถูกเรียกเก็บซ้ำ กรุณาติดต่อแอดมินภายใน 24 ชั่วโมง',
  },
  EN: {
    locale: 'en-GB',
    paid: {
      subject: (number: string) => `Receipt for order ${number}`,
      lead: 'Thank you for your purchase. The coins are in your wallet.',
      at: 'Paid at',
    },
    refunded: {
      subject: (number: string) => `Refund of order ${number}`,
      lead: 'We have refunded this order. It can take several days until the money is in your account.',
      at: 'Refunded at',
    },
    number: 'Order number',
    coins: 'Coins',
    bonus: 'Bonus coins',
    total: 'Total (VAT included)',
    baht: (amount: string) => `${amount} baht`,
    action: 'See your coin history',
    note: 'Contact the admin within 24 hours about a wrong amount or a double charge.',
  },
} as const;

/** Writes a receipt in the member's language, with the amounts of the order and the time in Bangkok. */
export function writeReceipt(language: Language, receipt: ReceiptFacts): MailContent {
  const words = WORDS[language];
  const { subject, lead, at } = words[receipt.kind];
  const time = new Intl.DateTimeFormat(words.locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Asia/Bangkok',
  });
  const count = (coins: number): string => coins.toLocaleString('en-US');
  return {
    language,
    subject: subject(receipt.number),
    paragraphs: [lead],
    facts: [
      [words.number, receipt.number],
      [words.coins, count(receipt.baseCoins)],
      ...(receipt.bonusCoins === 0 ? [] : [[words.bonus, count(receipt.bonusCoins)] as const]),
      [words.total, words.baht(receipt.baht)],
      [at, time.format(receipt.at)],
    ],
    action: { label: words.action, url: receipt.url },
    note: words.note,
  };
}
