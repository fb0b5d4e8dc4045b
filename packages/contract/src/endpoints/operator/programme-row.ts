import { z } from 'zod';
import { LIMITS } from '../../limits.ts';

/** Schemas that the endpoints of the programme desk share. */
export const programmeRow = {
  tag: 'Operators: programme',
  caller: 'operator',
  identity: 'staff',
  permission: 'edit_programme',
} as const;

/** The version that the operator has seen, of a row to delete. */
export const seenVersion = z.object({ version: z.coerce.number().int().nonnegative() });

/** A part of a name to search for. */
export const searchText = z.string().trim().min(1).max(LIMITS.searchCharsMax).optional();

/** A deletion of a row; `programme_in_use` names what depends on it. */
export const deletion = { query: seenVersion, data: z.object({}) } as const;
