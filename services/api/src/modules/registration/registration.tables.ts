import type { ConsentDocument } from '@sangwian/contract/consents';
import type { Language } from '@sangwian/contract/endpoints/member';

/** Rows of the table that this module owns. */
export interface RegistrationTables {
  member_consent: MemberConsentTable;
}

interface MemberConsentTable {
  member_id: string;
  document: ConsentDocument;
  version: string;
  /** That it was read in. */
  language: Language;
  agreed_at: Date;
}
