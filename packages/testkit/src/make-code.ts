import { randomUUID } from 'node:crypto';
import { ensureCodes } from '@sangwian/api/domains/money/redeem/redeem.module';
import type { Database } from '@sangwian/api/schema/database';
import type { Kysely } from 'kysely';

type CodeOrder = Parameters<typeof ensureCodes>[1][number];

/** Terms of a code. An omitted term means no limit. */
export type CodeTerms = Pick<CodeOrder, 'kind'> &
  Partial<Omit<CodeOrder, 'kind' | 'by' | 'prefix' | 'count' | 'batch'>>;

/** Creates a redeem code directly, without the approval that staff need. Returns its text. */
export async function makeCode(
  db: Kysely<Database>,
  terms: CodeTerms,
  now = new Date(),
): Promise<string> {
  const code = terms.code ?? `TEST-${randomUUID()}`;
  await ensureCodes(
    db,
    [{ per_member: 'once', note: '', by: 'somsri', ...terms, code, batch: code }],
    now,
  );
  return code;
}
