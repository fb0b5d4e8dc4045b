import type { Operation, ParsedOf } from '@sangwian/contract/contract';
import { ENDPOINTS } from '@sangwian/contract/contract';
import type { StaffRole } from '@sangwian/contract/permissions';
import { createLogger } from '@sangwian/node-kit/logger';
import { type OrderBench, startOrderBench } from '@sangwian/testkit/start-order-bench';
import { checkAnswer } from '../../../../platform/http/check-answer.ts';
import type { CallContext, Handler, Staff } from '../../../../platform/http/handler.ts';
import { createPaymentsModule } from '../../../money/payments/payments.module.ts';
import { createSlips } from '../../../money/slips/slips.module.ts';
import { createOrderDeskModule } from '../order-desk.module.ts';

/** The desk of the console on the modules of an order bench. */
export interface DeskBench {
  readonly bench: OrderBench;
  /** Calls a handler as a staff member of a role, and checks the answer against the contract. */
  call<Op extends Operation>(
    operation: Op,
    role: StaffRole,
    request: ParsedOf<Op>,
    name?: string,
  ): Promise<{
    // biome-ignore lint/suspicious/noExplicitAny: the expectations of a test check the type.
    readonly data: any;
    readonly next_cursor?: string | null;
  }>;
}

const staffOf = (role: StaffRole, name: string): Staff => ({
  staffId: name,
  name,
  role,
  credential: { kind: 'local' },
  provedAt: null,
});

export async function startDesk(): Promise<DeskBench> {
  const bench = await startOrderBench();
  const { api, orders, wallet } = bench;
  const logger = createLogger('test', 'silent');
  const clock = () => bench.now;
  const desk = createOrderDeskModule({
    db: api.db,
    clock,
    orders,
    wallet,
    slips: createSlips(api.db, logger),
    payments: createPaymentsModule({ db: api.db, clock, logger, orders, sources: [] }),
  });
  return {
    bench,
    call: async (operation, role, request, name = 'somsri') => {
      const handler = desk.handlers?.[operation] as Handler<typeof operation> | undefined;
      if (handler === undefined) throw new Error(`the desk has no handler for ${operation}`);
      const context = { staff: staffOf(role, name), language: 'EN', log: logger };
      const answer = (await handler({
        ...request,
        ...(context as unknown as CallContext<typeof operation>),
      })) as Awaited<ReturnType<DeskBench['call']>>;
      if (!operation.endsWith('/csv')) {
        checkAnswer({ operation, endpoint: ENDPOINTS[operation] } as never, answer as never);
      }
      return answer;
    },
  };
}
