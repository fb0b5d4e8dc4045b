import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { BoutControlModule } from '../../live/bout-control/bout-control.module.ts';

export interface ProgrammeDeskDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly boutControl: Pick<BoutControlModule, 'control'>;
}

const TABLES = {
  gym: ['camp', 'camp_id'],
  division: ['division', 'division_id'],
  stadium: ['stadium', 'stadium_id'],
  promotion: ['promotion', 'promotion_id'],
  fighter: ['fighter', 'fighter_id'],
} as const;

/** Refuses a reference to a missing row before the database does. @throws {ApiError} `not_found`, `fighter_not_found` */
export async function requireRows(
  trx: Transaction<Database>,
  refs: readonly { readonly kind: keyof typeof TABLES; readonly id: string }[],
): Promise<void> {
  for (const { kind, id } of refs) {
    const [table, column] = TABLES[kind];
    const { ref } = trx.dynamic;
    const row = await trx
      .selectFrom(table)
      .select(ref(column))
      .where(ref(column), '=', id)
      // A merge that deletes the row waits until the new reference is committed, and then moves the reference.
      .forKeyShare()
      .executeTakeFirst();
    if (row === undefined)
      throw new ApiError(kind === 'fighter' ? 'fighter_not_found' : 'not_found', {
        details: [{ path: kind, message: 'does not exist' }],
      });
  }
}
