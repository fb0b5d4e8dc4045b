import { CONSENT_VERSIONS, type ConsentDocument } from '@sangwian/contract/consents';
import type { Language } from '@sangwian/contract/endpoints/member';
import type { Kysely, Transaction } from 'kysely';
import type { AuditNote } from '../../../platform/http/audit-note.ts';
import type { Database } from '../../../schema/database.ts';

export class RegistrationStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Stores a new member's consent to the current version of every document. */
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

  /** Returns the member's consents, newest first. */
  findConsents(memberId: string) {
    return this.#db
      .selectFrom('member_consent')
      .select(['document', 'version', 'language', 'agreed_at'])
      .where('member_id', '=', memberId)
      .orderBy('agreed_at', 'desc')
      .orderBy('document')
      .execute();
  }

  /** Stores a parent's consent or its withdrawal. */
  async addParentConsent(
    consent: {
      readonly memberId: string;
      readonly given: boolean;
      readonly recordedAt: Date;
    } & AuditNote,
  ): Promise<void> {
    await this.#db
      .insertInto('parent_consent')
      .values({
        member_id: consent.memberId,
        purpose: 'parent_purchase',
        given: consent.given,
        reason: consent.reason,
        created_by: consent.actor,
        created_at: consent.recordedAt,
      })
      .execute();
  }

  /** Returns the records of a parent's consent, newest first. */
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
