import { isPersonName, normalizePersonName } from '@sangwian/contract/rules/person-name';

/** Longer texts are ignored. */
const TEXT_CHARS_MAX = 400;

/**
 * Returns the part of a text that is allowed in a name, to prefill the registration form; `null` if nothing is left.
 */
export function readName(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > TEXT_CHARS_MAX) return null;
  const name = normalizePersonName(text.replace(/[^\p{L}\p{M} '’-]/gu, ' '));
  return isPersonName(name) ? name : null;
}

/** Splits a display name into first and last name, without emoji and other characters that names may not contain. */
export function readDisplayName(text: string | undefined): {
  firstName: string | null;
  lastName: string | null;
} {
  const [first, ...rest] = (readName(text) ?? '').split(' ');
  return { firstName: first || null, lastName: rest.join(' ') || null };
}
