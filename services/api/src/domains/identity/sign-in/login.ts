import type { Member } from '@sangwian/contract/endpoints/member';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Device } from '../../../platform/http/caller-cookies.ts';
import type { AccountStatusModule } from '../account-status/account-status.module.ts';
import {
  type Members,
  type MemberWallet,
  parsePhone,
  presentMember,
  refuseIfBusy,
  verifyPassword,
} from '../members/members.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';
import type { LoginLimits } from './login-limits.ts';

export interface LoginDeps {
  readonly members: Members;
  readonly sessions: Sessions;
  readonly wallet: MemberWallet;
  readonly accountStatus: Pick<AccountStatusModule, 'barredErrorOf'>;
  readonly limits: LoginLimits;
}

export interface LoginInput {
  readonly phone: string;
  readonly password: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly device: Device;
  /** The error for a wrong password and for an unknown phone. */
  readonly refusal?: 'password_invalid' | 'credentials_invalid';
}

/**
 * Signs a member in by phone and password. An unknown phone and a wrong password get the same error after the same
 * time. A ban, a suspension or a closed account is revealed only after the correct password.
 *
 * @throws {ApiError} `password_invalid` (or `refusal`), `rate_limited`, `member_banned`, `member_suspended`,
 *   `member_closed`; `unavailable` if too many requests wait
 */
export async function login(
  { members, sessions, wallet, limits, accountStatus }: LoginDeps,
  { phone, password, ip, userAgent, device, refusal = 'password_invalid' }: LoginInput,
): Promise<{ access_token: string; member: Member }> {
  refuseIfBusy();
  const number = parsePhone(phone);
  const row = number === null ? undefined : await members.find({ phone: number });
  const passwordHash = row?.password_hash ?? null;
  const attempt = await limits.begin({ phone: number ?? phone, ip, device, passwordHash });
  const isCorrect = await verifyPassword(passwordHash, password, attempt.caller).catch(
    async (error: unknown) => {
      await attempt.giveBack();
      throw error;
    },
  );
  if (row === undefined || !isCorrect) throw new ApiError(refusal);
  await attempt.succeed();
  const barredError = await accountStatus.barredErrorOf(row);
  if (barredError !== null) throw barredError;
  const memberId = row.member_id as MemberId;
  const [{ token, sessionId }, balance] = await Promise.all([
    sessions.start({ memberId, userAgent, ip, device }),
    wallet.readBalance(memberId),
  ]);
  // The password was changed during this request. The change revoked the other sessions, so this new session is revoked
  // too.
  if ((await members.find({ memberId }))?.password_hash !== row.password_hash) {
    await sessions.revoke(memberId, [sessionId]);
    throw new ApiError(refusal);
  }
  return { access_token: token, member: presentMember(row, balance) };
}
