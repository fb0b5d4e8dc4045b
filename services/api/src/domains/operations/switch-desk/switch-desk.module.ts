import type { OperatorNotice, SwitchChange } from '@sangwian/contract/endpoints/operator/switches';
import type { SwitchName } from '@sangwian/contract/endpoints/site';
import { may, SWITCH_PERMISSIONS } from '@sangwian/contract/permissions';
import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ApiModule, CallContext } from '../../../platform/http/handler.ts';
import type { Switches } from '../../../platform/switches/switches.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { readEffects } from './effects.store.ts';

export interface SwitchDeskDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly switches: Switches;
}

/** A request to one of the switch endpoints, which differ only in their permissions. */
type SwitchCall = { readonly body: SwitchChange } & Pick<
  CallContext<'PUT /operator/switches/payments'>,
  'staff' | 'audit'
>;

/** Creates the module of the operators' switches and of the notice above every page. */
export function createSwitchDeskModule({ db, bus, clock, switches }: SwitchDeskDeps): ApiModule {
  const change = (name: SwitchName) => async (call: SwitchCall) => {
    const { body, staff, audit } = call;
    const before = (await switches.read()).switches.find((one) => one.name === name);
    audit?.note({
      subjectType: 'switch',
      subjectId: name,
      reason: body.reason?.en ?? '',
      ...(before && { before: { on: before.on, reason: before.reason } }),
      after: { on: body.on, reason: body.reason ?? null },
    });
    const data = await switches.change(name, body, staff.name);
    bus.publish('staff:changed', { topic: 'switches', id: name });
    return { data };
  };
  return {
    handlers: {
      'GET /operator/switches': async ({ staff: { role } }) => {
        const [board, effects] = await Promise.all([switches.read(), readEffects(db, clock())]);
        const own = board.switches.filter(({ name }) => may(role, SWITCH_PERMISSIONS[name]));
        const notice = may(role, 'switch_site') ? board.notice : null;
        return { data: { switches: own, notice, effects } };
      },
      'PUT /operator/switches/payments': change('payments'),
      'PUT /operator/switches/gifts': change('gifts'),
      'PUT /operator/switches/chat': change('chat'),
      'PUT /operator/switches/registration': change('registration'),
      'PUT /operator/switches/predictions': change('predictions'),
      'PUT /operator/notice': async ({ body, staff, audit }) => {
        const { text, level, from, until } = (await switches.read()).notice;
        const { version: _, ...after } = body;
        audit?.note({
          subjectType: 'notice',
          subjectId: 'notice',
          before: { text, level, from, until },
          after,
        });
        const data: OperatorNotice = await switches.changeNotice(body, staff.name);
        bus.publish('staff:changed', { topic: 'switches', id: 'notice' });
        return { data };
      },
    },
  };
}
