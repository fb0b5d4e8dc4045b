import type { Member } from '@sangwian/contract/endpoints/member';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Device } from '../../../platform/http/caller-cookies.ts';
import { refusalOf, type Sessions, standingOf } from '../sessions/sessions.module.ts';
import type { LoginLimits } from './login-limits.ts';
import type { MemberWallet } from './member-wallet.ts';
import type { MembersStore } from './members.store.ts';
import { verifyPassword } from './passwords.ts';
import { parsePhone } from './phone-rules.ts';
import { presentMember } from './present-member.ts';

export interface LoginDeps {
  readonly store: MembersStore;
  readonly sessions: Sessions;
  readonly wallet: MemberWallet;
  readonly limits: LoginLimits;
}

export interface LoginInput {
  readonly phone: string;
  readonly password: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly device: Device;
  /** What a wrong password and an unknown phone are told. */
  readonly refusal?: 'password_invalid' | 'credentials_invalid';
}

/**
 * Signs a member in by phone and password. An unknown phone and a wrong password are told apart neither by words nor
 * by time; that an account is banned, suspended or closed is told only to who knows its password.
 *
 * @throws {ApiError} `password_invalid` (or the refusal that is asked for), `rate_limited`, `member_banned`, `member_suspended`, `member_closed`
 */
export async function login(
  { store, sessions, wallet, limits }: LoginDeps,
  { phone, password, ip, userAgent, device, refusal: told = 'password_invalid' }: LoginInput,
): Promise<{ access_token: string; member: Member }> {
  const number = parsePhone(phone);
  const row = number === null ? undefined : await store.findByPhone(number);
  const passwordHash = row?.password_hash ?? null;
  const begun = await limits.begin({ phone: number ?? phone, ip, device, passwordHash });
  const right = await verifyPassword(passwordHash, password, begun.caller);
  if (row === undefined || !right) throw new ApiError(told);
  await begun.succeed();
  const refusal = refusalOf(standingOf(row));
  if (refusal !== null) throw refusal;
  const memberId = row.member_id as MemberId;
  const [{ token, sessionId }, balance] = await Promise.all([
    sessions.start({ memberId, userAgent, ip, device }),
    wallet.readBalance(memberId),
  ]);
  // A password that was changed meanwhile ended the sessions that there were, and this one is to be among them.
  if ((await store.findById(memberId))?.password_hash !== row.password_hash) {
    await sessions.revoke(memberId, [sessionId]);
    throw new ApiError(told);
  }
  return { access_token: token, member: presentMember(row, balance) };
}
