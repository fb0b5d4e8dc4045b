import { CONSENT_VERSIONS, type ConsentDocument } from '@sangwian/contract/consents';
import type { Language } from '@sangwian/contract/endpoints/member';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';

export class RegistrationStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Keeps that a new member agreed to every document that is in force. */
  async addConsents(
    trx: Transaction<Database>,
    consent: { readonly memberId: string; readonly language: Language; readonly agreedAt: Date },
  ): Promise<void> {
    const { memberId, language, agreedAt } = consent;
    const documents = Object.entries(CONSENT_VERSIONS) as [ConsentDocument, string][];
    await trx
      .insertInto('member_consent')
      .values(
        documents.map(([document, version]) => ({
          member_id: memberId,
          document,
          version,
          language,
          agreed_at: agreedAt,
        })),
      )
      .execute();
  }

  /** The latest first. */
  findConsents(memberId: string) {
    return this.#db
      .selectFrom('member_consent')
      .select(['document', 'version', 'language', 'agreed_at'])
      .where('member_id', '=', memberId)
      .orderBy('agreed_at', 'desc')
      .orderBy('document')
      .execute();
  }

  /** Keeps what a parent said of a member's purchases. */
  async addParentConsent(consent: {
    readonly memberId: string;
    readonly given: boolean;
    readonly reason: string;
    readonly recordedBy: string;
    readonly recordedAt: Date;
  }): Promise<void> {
    await this.#db
      .insertInto('parent_consent')
      .values({
        member_id: consent.memberId,
        purpose: 'parent_purchase',
        given: consent.given,
        reason: consent.reason,
        created_by: consent.recordedBy,
        created_at: consent.recordedAt,
      })
      .execute();
  }

  /** The latest first. */
  async findParentConsents(memberId: string, limit: number, on: Kysely<Database> = this.#db) {
    return on
      .selectFrom('parent_consent')
      .select([
        'purpose',
        'given',
        'reason',
        'created_by as recorded_by',
        'created_at as recorded_at',
      ])
      .where('member_id', '=', memberId)
      .orderBy('parent_consent_id', 'desc')
      .limit(limit)
      .execute();
  }
}
