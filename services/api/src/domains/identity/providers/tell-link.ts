import type { Language } from '@sangwian/contract/endpoints/member';
import type { Logger } from '@sangwian/node-kit/logger';
import { createLimit } from '../../../platform/http/rate-limits.ts';
import type { MemberRow } from '../members/members.module.ts';
import type { Sms } from '../sms/sms.module.ts';

/** Whoever links and unlinks all day is told of it no more: each message costs. */
const PER_MEMBER = { messages: 6, seconds: 24 * 60 * 60 } as const;

/** What a thief at a sign-in left open would do: make a way in of their own, or take the owner's away. */
export type LinkChange = 'line_linked' | 'apple_linked' | 'phone_unlinked' | 'phone_changed';

/** Each fits into one message: 70 characters in Thai, 160 in English. No link, so that none is ever expected. */
const TEXT: Readonly<Record<Language, Readonly<Record<LinkChange, string>>>> = {
  TH: {
    line_linked: 'เชื่อม LINE เข้าบัญชี Sangwian แล้ว ไม่ใช่คุณ? ยกเลิกที่โปรไฟล์ทันที',
    apple_linked: 'เชื่อม Apple เข้าบัญชี Sangwian แล้ว ไม่ใช่คุณ? ยกเลิกที่โปรไฟล์ทันที',
    phone_changed: 'บัญชี Sangwian เปลี่ยนไปใช้เบอร์อื่นแล้ว ไม่ใช่คุณ? ติดต่อแอดมินทันที',
    phone_unlinked: 'เบอร์นี้ถูกยกเลิกจากบัญชี Sangwian แล้ว ไม่ใช่คุณ? ติดต่อแอดมินทันที',
  },
  EN: {
    line_linked:
      'A LINE account was linked to your Sangwian account. Not you? Unlink it in your profile at once.',
    apple_linked:
      'An Apple account was linked to your Sangwian account. Not you? Unlink it in your profile at once.',
    phone_changed:
      'Your Sangwian account now uses another phone number. Not you? Contact our admin at once.',
    phone_unlinked:
      'This phone was unlinked from your Sangwian account. Not you? Contact our admin at once.',
  },
};

/** Tells owners by SMS how the ways to sign in have changed, so that a thief's way in is not there unseen. */
export interface LinkTeller {
  /** Nobody waits for the carrier, and it never fails: the change is made, whether it can be told or not. */
  tell(member: MemberRow, change: LinkChange): void;
  stop(): Promise<void>;
}

export function createLinkTeller({ sms, logger }: { sms: Sms; logger: Logger }): LinkTeller {
  const limit = createLimit(PER_MEMBER.messages, PER_MEMBER.seconds);
  const telling = new Set<Promise<void>>();
  async function send(member: MemberRow, change: LinkChange): Promise<void> {
    const { member_id: memberId, phone, language } = member;
    if (phone === null) return;
    try {
      await limit.take(memberId);
      await sms.send({ phone, text: TEXT[language][change] });
    } catch (err) {
      logger.warn({ err, memberId, change }, 'a link was not told by SMS');
    }
  }
  return {
    tell: (member, change) => {
      const told = send(member, change).finally(() => telling.delete(told));
      telling.add(told);
    },
    stop: async () => {
      await Promise.all(telling);
    },
  };
}
