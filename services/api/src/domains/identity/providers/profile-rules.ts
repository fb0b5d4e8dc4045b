import { isPersonName, normalizePersonName } from '@sangwian/contract/rules/person-name';

/** Longer texts are not processed. */
const TEXT_CHARS_MAX = 400;

/** Returns a name to prefill the form with; `null` if nothing of the text is allowed in a name. */
export function readName(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > TEXT_CHARS_MAX) return null;
  const name = normalizePersonName(text.replace(/[^\p{L}\p{M} '’-]/gu, ' '));
  return isPersonName(name) ? name : null;
}

/** Splits a display name, with emoji and the like removed, into first and last name. */
export function readDisplayName(text: string | undefined): {
  firstName: string | null;
  lastName: string | null;
} {
  const [first, ...rest] = (readName(text) ?? '').split(' ');
  return { firstName: first || null, lastName: rest.join(' ') || null };
}
