/**
 * The documents that every member agrees to, by the day of the version that is in force. Whoever changes the text of
 * one changes its day here: what was agreed to is kept with it.
 */
export const CONSENT_VERSIONS = { terms: '2026-11-21', privacy: '2026-11-21' } as const;

export type ConsentDocument = keyof typeof CONSENT_VERSIONS;
