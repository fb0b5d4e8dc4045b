import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { LinkProvider, MemberRow, Members } from '../members/members.module.ts';
import type { ProviderIdentity } from './provider-client.ts';
import type { TokenSeal } from './sealed-token.ts';

export interface LinkProviderDeps {
  readonly db: Kysely<Database>;
  readonly members: Members;
  readonly seal: TokenSeal;
}

/**
 * Links a provider's account to a member. An existing link of this account gets the new token.
 *
 * @returns the member if the link is new
 * @throws {ApiError} `line_linked`, `apple_linked` if the account is linked to another member; `link_taken` if this
 *   member has linked another account of the provider
 */
export async function linkProvider(
  { db, members, seal }: LinkProviderDeps,
  memberId: MemberId,
  provider: LinkProvider,
  { subject, token }: ProviderIdentity,
): Promise<MemberRow | undefined> {
  return db.transaction().execute(async (trx) => {
    await members.store.lock(trx, memberId);
    const row = await members.find({ memberId }, trx);
    const known = provider === 'line' ? row?.line_subject : row?.apple_subject;
    const link = { provider, subject, sealedToken: seal.seal({ ...token, subject }) };
    if (known === subject) {
      await members.store.renewLink(trx, memberId, link);
      return undefined;
    }
    if (known != null) throw new ApiError('link_taken');
    // If the account is linked to another member, the store throws the error.
    await members.store.addLink(trx, memberId, link);
    return row;
  });
}
