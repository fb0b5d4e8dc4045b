import type { StaffRole } from '@sangwian/contract/permissions';
import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';

export interface NewInvitation {
  readonly isSetup: boolean;
  readonly name: string;
  readonly email: string;
  readonly role: StaffRole;
  readonly tokenHash: Buffer;
  readonly sealedTotpSecret: Buffer;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export type InvitationRow = Awaited<ReturnType<StaffInvitationsStore['insert']>>;

/** Invitations, and the set-up link of the first owner. */
export class StaffInvitationsStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  insert(row: NewInvitation) {
    return this.#db
      .insertInto('staff_invitation')
      .values({
        is_setup: row.isSetup,
        name: row.name,
        email: row.email,
        role: row.role,
        token_hash: row.tokenHash,
        sealed_totp_secret: row.sealedTotpSecret,
        created_by: row.createdBy,
        created_at: row.createdAt,
        expires_at: row.expiresAt,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  findByToken(tokenHash: Buffer) {
    return this.#db
      .selectFrom('staff_invitation')
      .selectAll()
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
  }

  find(invitationId: string) {
    return this.#db
      .selectFrom('staff_invitation')
      .selectAll()
      .where('staff_invitation_id', '=', invitationId)
      .where('is_setup', '=', false)
      .executeTakeFirst();
  }

  /** Lists invitations, newest first, starting at an id. */
  list(beforeId: string | null, limit: number) {
    return this.#db
      .selectFrom('staff_invitation')
      .selectAll()
      .where('is_setup', '=', false)
      .$if(beforeId !== null, (query) =>
        query.where('staff_invitation_id', '<', beforeId as string),
      )
      .orderBy('staff_invitation_id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Marks an open invitation as used. @returns whether the invitation was open */
  async use(invitationId: string, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('staff_invitation')
      .set({ used_at: now })
      .where('staff_invitation_id', '=', invitationId)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Replaces the link of an unused invitation. @returns `undefined` if the invitation has been used meanwhile */
  renew(invitationId: string, tokenHash: Buffer, expiresAt: Date) {
    return this.#db
      .updateTable('staff_invitation')
      .set({ token_hash: tokenHash, expires_at: expiresAt, revoked_at: null })
      .where('staff_invitation_id', '=', invitationId)
      .where('used_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
  }

  /** @returns whether the invitation was unused */
  async revoke(invitationId: string, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('staff_invitation')
      .set({ revoked_at: now })
      .where('staff_invitation_id', '=', invitationId)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async revokeSetups(now: Date): Promise<void> {
    await this.#db
      .updateTable('staff_invitation')
      .set({ revoked_at: now })
      .where('is_setup', '=', true)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .execute();
  }
}
