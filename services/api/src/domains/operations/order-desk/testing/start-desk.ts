import type { Operation, ParsedOf } from '@sangwian/contract/contract';
import { ENDPOINTS } from '@sangwian/contract/contract';
import type { StaffRole } from '@sangwian/contract/permissions';
import { createLogger } from '@sangwian/node-kit/logger';
import { type OrderBench, startOrderBench } from '@sangwian/testkit/start-order-bench';
import type { AuditFacts } from '../../../../platform/http/audit-notes.ts';
import { checkAnswer } from '../../../../platform/http/check-answer.ts';
import type { CallContext, Handler, Staff } from '../../../../platform/http/handler.ts';
import { createPaymentsModule } from '../../../money/payments/payments.module.ts';
import { createSlips } from '../../../money/slips/slips.module.ts';
import { createOrderDeskModule } from '../order-desk.module.ts';

/** The order desk, running on the modules of an order bench. */
export interface DeskBench {
  readonly bench: OrderBench;
  /** Returns the facts that the last call recorded in the audit. */
  noted(): AuditFacts;
  /** Calls a handler as a staff member of a role, and validates the response against the contract. */
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
    slips: createSlips(api.db, api.objects, logger),
    payments: createPaymentsModule({
      db: api.db,
      clock,
      logger,
      orders,
      sources: [],
      counters: null,
    }),
  });
  let noted: AuditFacts = {};
  const audit = {
    note: (facts: AuditFacts) => {
      noted = { ...noted, ...facts };
    },
  };
  return {
    bench,
    noted: () => noted,
    call: async (operation, role, request, name = 'somsri') => {
      const handler = desk.handlers?.[operation] as Handler<typeof operation> | undefined;
      if (handler === undefined) throw new Error(`the desk has no handler for ${operation}`);
      noted = {};
      const context = { staff: staffOf(role, name), language: 'EN', log: logger, audit };
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
