import type { OperatorNotice, SwitchChange } from '@sangwian/contract/endpoints/operator/switches';
import type { SwitchName } from '@sangwian/contract/endpoints/site';
import type { Kysely } from 'kysely';
import type { ApiModule, Staff } from '../../../platform/http/handler.ts';
import type { Switches } from '../../../platform/switches/switches.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { readEffects } from './effects.store.ts';

export interface SwitchDeskDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly switches: Switches;
}

/** Creates the module of the operators' switches and of the notice above every page. */
export function createSwitchDeskModule({ db, clock, switches }: SwitchDeskDeps): ApiModule {
  const change = (name: SwitchName) => async (call: { body: SwitchChange; staff: Staff }) => ({
    data: await switches.change(name, call.body, call.staff.name),
  });
  return {
    handlers: {
      'GET /operator/switches': async () => {
        const [board, effects] = await Promise.all([switches.read(), readEffects(db, clock())]);
        return { data: { switches: [...board.switches], notice: board.notice, effects } };
      },
      'PUT /operator/switches/payments': change('payments'),
      'PUT /operator/switches/gifts': change('gifts'),
      'PUT /operator/switches/chat': change('chat'),
      'PUT /operator/switches/registration': change('registration'),
      'PUT /operator/switches/predictions': change('predictions'),
      'PUT /operator/notice': async ({ body, staff }): Promise<{ data: OperatorNotice }> => ({
        data: await switches.changeNotice(body, staff.name),
      }),
    },
  };
}
