import type { MemberFile } from '@sangwian/contract/endpoints/operator/members';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { DeskParts } from './desk-parts.ts';
import type { MemberDetailRow } from './member-file.store.ts';
import type { MemberLineRow } from './member-search.store.ts';
import { presentAdjustment, presentLine, presentParentConsent } from './present-members.ts';

/** Open requests for one member; each author has few. */
const ADJUSTMENTS_SHOWN_MAX = 20;

/** Finds a member's line. @throws {ApiError} `member_not_found` */
export async function findLine(
  { search, clock }: Pick<DeskParts, 'search' | 'clock'>,
  memberId: string,
): Promise<MemberLineRow> {
  const line = (await search.findLines([memberId], clock())).get(memberId);
  if (line === undefined) throw new ApiError('member_not_found');
  return line;
}

const waysToSignIn = (
  { map_system_id: partner }: MemberLineRow,
  { has_password: hasPassword, links }: MemberDetailRow,
): MemberFile['signs_in_by'] => [
  ...(hasPassword ? (['password'] as const) : []),
  ...links,
  ...(partner === null ? [] : (['partner'] as const)),
];

/** Reads one member with everything that does not need pages. @throws {ApiError} `member_not_found` */
export async function readMember(
  deps: DeskParts,
  memberId: MemberId,
  staffId: string,
): Promise<MemberFile> {
  const now = deps.clock();
  const line = await findLine(deps, memberId);
  const [
    details,
    wallet,
    excludedUntil,
    sessions,
    watching,
    consents,
    parents,
    sanctions,
    appeals,
    open,
  ] = await Promise.all([
    deps.files.findDetails(memberId),
    deps.wallet.readWallet(memberId),
    deps.spending.excludedUntil(memberId),
    deps.sessions.list(memberId),
    deps.files.findWatching(memberId, now),
    deps.files.findConsents(memberId),
    deps.registration.findParentConsents(memberId),
    deps.files.findSanctions(memberId),
    deps.files.findAppeals(memberId),
    deps.adjustments.findPage({ open: true, memberId }, null, ADJUSTMENTS_SHOWN_MAX),
  ]);
  if (details === undefined) throw new ApiError('member_not_found');
  const { orders, paid_orders, chat_lines, removed_lines } = details;
  return {
    ...presentLine(line),
    balance_coins: wallet.balance,
    owed_coins: wallet.owed,
    version: details.version,
    status_reason: details.status_reason,
    status_since: details.status_since?.toISOString() ?? null,
    language: details.language,
    gender: details.gender,
    signs_in_by: waysToSignIn(line, details),
    sessions: sessions.map((session) => ({
      ...session,
      created_at: session.created_at.toISOString(),
      last_seen_at: session.last_seen_at.toISOString(),
    })),
    watching: watching === null ? null : { ...watching, since: watching.since.toISOString() },
    consents: consents.map((row) => ({ ...row, agreed_at: row.agreed_at.toISOString() })),
    excluded_until: excludedUntil?.toISOString() ?? null,
    nickname: details.nickname,
    parent_consent: parents[0] === undefined ? null : presentParentConsent(parents[0]),
    counts: { orders, paid_orders, chat_lines, removed_lines },
    sanction_log: sanctions.map((row) => ({
      ...row,
      at: row.at.toISOString(),
      until: row.until?.toISOString() ?? null,
    })),
    appeals: appeals.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      decided_at: row.decided_at?.toISOString() ?? null,
    })),
    open_adjustments: open.map((row) => presentAdjustment(row, line, { staffId, now })),
  };
}
