import type { ConsentDocument } from '@sangwian/contract/consents';
import type { Language } from '@sangwian/contract/endpoints/member';
import type { Generated } from 'kysely';

/** Rows of the tables that this module owns. */
export interface RegistrationTables {
  member_consent: MemberConsentTable;
  parent_consent: ParentConsentTable;
}

interface MemberConsentTable {
  member_id: string;
  document: ConsentDocument;
  version: string;
  /** The language in which the member read the document. */
  language: Language;
  agreed_at: Date;
}

interface ParentConsentTable {
  parent_consent_id: Generated<string>;
  member_id: string;
  purpose: 'parent_purchase';
  /** `false` if the parent withdrew the consent. */
  given: boolean;
  reason: string;
  created_by: string;
  created_at: Date;
}
