import type { Member } from '@sangwian/contract/endpoints/member';
import type { MemberId } from '@sangwian/contract/ids';
import type { MemberRow } from './members.store.ts';

/** Builds the response in which a member reads their own profile. */
export const presentMember = (row: MemberRow, balance: number): Member => ({
  member_id: row.member_id as MemberId,
  member_fname: row.first_name,
  member_lname: row.last_name,
  nickname: row.nickname,
  member_avatar: row.avatar,
  member_email: row.email,
  member_phone: row.phone,
  member_gender: row.gender,
  member_birth_date: row.birth_date,
  member_status: row.status,
  external: row.map_system_id !== null,
  links: {
    phone: row.phone !== null,
    line: row.line_subject !== null,
    apple: row.apple_subject !== null,
  },
  has_password: row.password_hash !== null,
  has_pin: row.pin_hash !== null,
  language: row.language,
  show_results: row.shows_results,
  wallet: { balance },
});
