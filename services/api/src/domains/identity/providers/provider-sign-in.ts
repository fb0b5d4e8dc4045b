import type { ResponseOf } from '@sangwian/contract/contract';
import type { MemberId } from '@sangwian/contract/ids';
import type { Kysely } from 'kysely';
import type { Device } from '../../../platform/http/caller-cookies.ts';
import type { Database } from '../../../schema/database.ts';
import type { AccountStatusModule } from '../account-status/account-status.module.ts';
import type { LinkProvider, MemberRow, Members } from '../members/members.module.ts';
import type { Proofs } from '../proofs/proofs.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';
import type { ProviderIdentity } from './provider-client.ts';
import type { TokenSeal } from './sealed-token.ts';

/** Time in which the fan must fill in the form and verify the phone. */
const REGISTRATION_MINUTES = 30;

export interface ProviderSignInDeps {
  readonly db: Kysely<Database>;
  readonly members: Members;
  readonly sessions: Sessions;
  readonly proofs: Proofs;
  readonly seal: TokenSeal;
  readonly accountStatus: Pick<AccountStatusModule, 'barredErrorOf'>;
}

export interface ProviderSignIn {
  readonly provider: LinkProvider;
  readonly identity: ProviderIdentity;
  readonly ip: string;
  readonly userAgent: string;
  readonly device: Device;
}

type Answer = ResponseOf<'POST /auth/member/login'>['data'];

/** Issues a registration token for a provider's account that is not linked to a member. */
async function beginRegistration(
  { db, proofs, seal }: ProviderSignInDeps,
  { provider, identity: { subject, token, profile } }: ProviderSignIn,
): Promise<Answer> {
  const { token: registration_token } = await proofs.issue(db, {
    purpose: 'registration',
    payload: {
      provider,
      subject,
      sealed_token: seal.seal({ ...token, subject }).toString('base64'),
    },
    minutes: REGISTRATION_MINUTES,
  });
  return {
    registration_token,
    profile: {
      first_name: profile.firstName,
      last_name: profile.lastName,
      email: profile.email,
      picture: profile.picture,
    },
  };
}

async function admit(
  { db, members, sessions, seal, accountStatus }: ProviderSignInDeps,
  { provider, identity, ip, userAgent, device }: ProviderSignIn,
  row: MemberRow,
): Promise<Answer> {
  const error = await accountStatus.barredErrorOf(row);
  if (error !== null) throw error;
  const memberId = row.member_id as MemberId;
  const { subject, token } = identity;
  const sealedToken = seal.seal({ ...token, subject });
  await members.store.renewLink(db, memberId, { provider, subject, sealedToken });
  const { token: accessToken } = await sessions.start({ memberId, userAgent, ip, device });
  return { access_token: accessToken, member: await members.present(memberId) };
}

/**
 * Signs in the member who is linked to the provider's account, or starts a registration. The error may reveal a ban,
 * because the provider has authenticated the member.
 *
 * @throws {ApiError} `member_banned`, `member_suspended`, `member_closed`
 */
export async function signInByProvider(
  deps: ProviderSignInDeps,
  signIn: ProviderSignIn,
): Promise<Answer> {
  const { provider, identity } = signIn;
  const row = await deps.members.find({ link: provider, subject: identity.subject });
  return row === undefined ? beginRegistration(deps, signIn) : admit(deps, signIn, row);
}
