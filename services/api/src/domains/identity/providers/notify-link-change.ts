import type { Language } from '@sangwian/contract/endpoints/member';
import type { Logger } from '@sangwian/node-kit/logger';
import { createLimit } from '../../../platform/http/rate-limits.ts';
import type { SharedCounters } from '../../../platform/limits/shared-counters.ts';
import type { MemberRow } from '../members/members.module.ts';
import type { Sms } from '../sms/sms.module.ts';

/** Maximum number of paid messages to one member. */
const PER_MEMBER = { messages: 6, seconds: 24 * 60 * 60 } as const;

/** The changes that a thief with access to a session would make: adding a way to sign in, or removing the owner's. */
export type LinkChange = 'line_linked' | 'apple_linked' | 'phone_unlinked' | 'phone_changed';

/**
 * Each text fits into one SMS: 70 characters in Thai, 160 in English. The texts contain no links, so that fans learn to
 * distrust messages with links.
 */
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

/** Notifies owners by SMS when their ways to sign in change, so that they notice a change made by a thief. */
export interface LinkNotifier {
  /** Sends a notice in the background. Never throws, since the change is already committed. */
  notify(member: MemberRow, change: LinkChange): void;
  stop(): Promise<void>;
}

export interface LinkNotifierDeps {
  readonly sms: Sms;
  readonly logger: Logger;
  readonly counters: SharedCounters | null;
}

export function createLinkNotifier({ sms, logger, counters }: LinkNotifierDeps): LinkNotifier {
  const { messages, seconds } = PER_MEMBER;
  const limit = createLimit(messages, seconds, { name: 'link_message', counters });
  const sending = new Set<Promise<void>>();
  async function send(member: MemberRow, change: LinkChange): Promise<void> {
    const { member_id: memberId, phone, language } = member;
    if (phone === null) return;
    try {
      await limit.take(memberId);
      await sms.send({ phone, text: TEXT[language][change] });
    } catch (err) {
      logger.warn({ err, memberId, change }, 'link change notice failed');
    }
  }
  return {
    notify: (member, change) => {
      const sent = send(member, change).finally(() => sending.delete(sent));
      sending.add(sent);
    },
    stop: async () => {
      await Promise.all(sending);
    },
  };
}
