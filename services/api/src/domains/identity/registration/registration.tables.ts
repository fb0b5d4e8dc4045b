import type { ConsentDocument } from '@sangwian/contract/consents';
import type { Language } from '@sangwian/contract/endpoints/member';
import type { Generated } from 'kysely';

/** Rows of the table that this module owns. */
export interface RegistrationTables {
  member_consent: MemberConsentTable;
  parent_consent: ParentConsentTable;
}

interface MemberConsentTable {
  member_id: string;
  document: ConsentDocument;
  version: string;
  /** Language of the document. */
  language: Language;
  agreed_at: Date;
}

interface ParentConsentTable {
  parent_consent_id: Generated<string>;
  member_id: string;
  purpose: 'parent_purchase';
  /** `false` if withdrawn. */
  given: boolean;
  reason: string;
  created_by: string;
  created_at: Date;
}
