import type {
  CoinAdjustment,
  MemberFile,
  MemberLine,
} from '@sangwian/contract/endpoints/operator/members';
import type { AdjustmentRow } from '../../money/adjustments/adjustments.module.ts';
import type { MemberLineRow } from './member-search.store.ts';

/** Returns a phone as its first three and last four digits, in the national spelling of Thai numbers. */
export function maskPhone(phone: string): string {
  const shown = phone.startsWith('+66') ? `0${phone.slice(3)}` : phone;
  return `${shown.slice(0, 3)} ••• ${shown.slice(-4)}`;
}

/** Masks an e-mail address: only the first character of the local part is visible. */
export function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${[...name][0] ?? ''}•••@${domain}`;
}

/** Presents a member of a list. */
export const presentLine = (row: MemberLineRow): MemberLine => ({
  member_id: row.member_id,
  name: row.name,
  avatar: row.avatar,
  phone_masked: row.phone === null ? null : maskPhone(row.phone),
  email_masked: row.email === null ? null : maskEmail(row.email),
  state: row.deleted_at === null ? row.status : 'deleted',
  until: row.status_until?.toISOString() ?? null,
  chat_timeout_until: row.chat_timeout_until?.toISOString() ?? null,
  role: row.role,
  map_system_id: row.map_system_id,
  balance_coins: row.balance_coins,
  sanctions: row.sanctions,
  created_at: row.created_at.toISOString(),
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
});

/** Presents an adjustment to a staff account. */
export const presentAdjustment = (
  row: AdjustmentRow,
  member: Pick<MemberLineRow, 'name' | 'balance_coins'> | undefined,
  { staffId, now }: { readonly staffId: string; readonly now: Date },
): CoinAdjustment => ({
  adjustment_id: row.coin_adjustment_id,
  member: {
    member_id: row.member_id,
    name: member?.name ?? '',
    balance_coins: member?.balance_coins ?? 0,
  },
  coins: row.amount_coins,
  reason: row.reason,
  state: row.state === 'open' && row.expires_at <= now ? 'expired' : row.state,
  by: row.created_by,
  own: row.created_by_staff_id === staffId,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  decided_by: row.decided_by,
  decided_at: row.decided_at?.toISOString() ?? null,
  decision_reason: row.decision_reason,
});

export const presentParentConsent = (row: {
  readonly given: boolean;
  readonly reason: string;
  readonly recorded_by: string;
  readonly recorded_at: Date;
}): NonNullable<MemberFile['parent_consent']> => ({
  given: row.given,
  reason: row.reason,
  recorded_by: row.recorded_by,
  recorded_at: row.recorded_at.toISOString(),
});
