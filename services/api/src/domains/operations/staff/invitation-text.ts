import type { StaffRole } from '@sangwian/contract/permissions';
import type { MailContent } from '../../../platform/mail/mail.module.ts';

export interface InvitationFacts {
  readonly name: string;
  readonly role: StaffRole;
  /** Name of the inviting owner. */
  readonly createdBy: string;
  readonly expiresAt: Date;
  readonly link: string;
}

const ROLES: Record<StaffRole, string> = {
  owner: 'เจ้าของ · Owner',
  show_caller: 'ผู้คุมรายการ · Show caller',
  cashier: 'แคชเชียร์ · Cashier',
  moderator: 'ผู้ดูแลแชต · Chat moderator',
  editor: 'ผู้ดูแลโปรแกรม · Editor',
  viewer: 'ผู้ชม · Viewer',
};

/**
 * Times are in the time zone of Bangkok. The Gregorian calendar is explicit, because `th-TH` alone uses Buddhist years.
 */
const DATE = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Bangkok',
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** Writes an invitation in Thai and English, since the language of the invited person is unknown. */
export const writeInvitation = (facts: InvitationFacts): MailContent => ({
  language: 'TH',
  subject: 'คำเชิญเข้าทีมสังเวียน · Join the Sangwian team',
  paragraphs: [
    `สวัสดีคุณ${facts.name} ${facts.createdBy} เชิญคุณเข้าทีมงานสังเวียน กดลิงก์ด้านล่างเพื่อตั้งรหัสผ่านและแอปยืนยันตัวตน`,
    `Hello ${facts.name}. ${facts.createdBy} invites you to the Sangwian team. Open the link to choose a password and set up your authenticator app.`,
  ],
  facts: [
    ['บทบาท · Role', ROLES[facts.role]],
    ['ใช้ได้ถึง · Valid until', DATE.format(facts.expiresAt)],
  ],
  action: { label: 'เข้าร่วมทีม · Join the team', url: facts.link },
  note: 'ลิงก์นี้ใช้ได้ครั้งเดียว อย่าส่งต่อให้ใคร หากคุณไม่ได้รอคำเชิญนี้ ไม่ต้องทำอะไร · The link works once; do not forward it. If you did not expect it, ignore this mail.',
});
