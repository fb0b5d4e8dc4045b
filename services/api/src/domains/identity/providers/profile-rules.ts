import { isPersonName, normalizePersonName } from '@sangwian/contract/rules/person-name';

/** Far beyond any name: what is longer is not even looked at. */
const TEXT_CHARS_MAX = 400;

/** What a member may begin the form with; `null` where nothing of it may stand in a name. */
export function readName(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > TEXT_CHARS_MAX) return null;
  const name = normalizePersonName(text.replace(/[^\p{L}\p{M} '’-]/gu, ' '));
  return isPersonName(name) ? name : null;
}

/** The name that somebody shows to friends, with whatever they put beside it, as first and last name. */
export function readDisplayName(text: string | undefined): {
  firstName: string | null;
  lastName: string | null;
} {
  const [first, ...rest] = (readName(text) ?? '').split(' ');
  return { firstName: first || null, lastName: rest.join(' ') || null };
}
