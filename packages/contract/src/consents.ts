/**
 * The documents that every member agrees to, with the date of the version in force. Change the date with the text:
 * each consent is stored with it.
 */
export const CONSENT_VERSIONS = { terms: '2026-11-23', privacy: '2026-11-23' } as const;

export type ConsentDocument = keyof typeof CONSENT_VERSIONS;
