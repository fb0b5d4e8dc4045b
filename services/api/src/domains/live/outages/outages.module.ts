import type { ParsedOf } from '@sangwian/contract/contract';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { ApiModule, Staff } from '../../../platform/http/handler.ts';
import { addJob } from '../../../platform/jobs/task.ts';
import { ConfirmationStore } from './confirmation.store.ts';
import { OutageStore } from './outages.store.ts';
import { type PayOutageDeps, payOutages } from './pay-outage.ts';
import { listOutages, readOutage, refundable, reportOutage } from './read-outages.ts';

const TASK = 'outage_refund';
/** How long measurements are kept. Must be longer than the list of outages reaches back. */
const MEASURED_MS = 60 * 24 * 60 * 60_000;

type Order = ParsedOf<'POST /operator/outage/{program_live_id}/refund'>['body'];

/**
 * Orders the refund of a live. Idempotent by the refund's id. A live can be refunded only once.
 *
 * @throws {ApiError} `outage_not_found`, `outage_refunded`; `edit_stale` if the sums differ from those that the
 *   operator saw; `idempotency_conflict` if the id was used for another live
 */
async function orderRefund(
  { db, clock }: PayOutageDeps,
  programLiveId: ProgramLiveId,
  order: Order,
  { name, staffId }: Staff,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const store = new OutageStore(trx);
    // Serializes the orders of concurrent operators.
    await store.lockLive(programLiveId);
    const [known] = await store.findRefunds([programLiveId]);
    if (known?.outage_refund_id === order.outage_refund_id) return;
    if (known !== undefined) throw new ApiError('outage_refunded');
    const { outage, affected } = await readOutage(trx, programLiveId);
    // Reports of players alone refund nothing.
    if (!outage.isOffered) throw new ApiError('outage_not_found');
    const owed = refundable(affected);
    const coins = owed.reduce((sum, one) => sum + one.coins, 0);
    if (coins !== order.expected_coins || owed.length !== order.expected_members || coins === 0) {
      throw new ApiError('edit_stale');
    }
    const other = await trx
      .selectFrom('outage_refund')
      .select('program_live_id')
      .where('outage_refund_id', '=', order.outage_refund_id)
      .executeTakeFirst();
    if (other !== undefined) throw new ApiError('idempotency_conflict');
    await store.addRefund(
      {
        ...{ outage_refund_id: order.outage_refund_id, program_live_id: programLiveId },
        ...{ measured: outage, refunded_coins: coins, members: owed.length },
        ...{ reason: order.reason, created_by: name, created_by_staff_id: staffId },
        created_at: clock(),
      },
      owed.map((one) => ({
        ...{ member_id: one.member_id, paid_coins: one.coins, missed_ms: one.missed_ms },
      })),
    );
    await addJob(trx, TASK, { key: `${TASK} ${programLiveId}`, queue: TASK });
  });
}

/**
 * Counts a period that players reported as an outage of the live. Idempotent.
 *
 * @throws {ApiError} `outage_not_found`, `outage_refunded`; `edit_stale` if the reports have another period
 */
async function confirmPeriod(
  { db, clock }: PayOutageDeps,
  programLiveId: ProgramLiveId,
  { from, to, reason }: ParsedOf<'POST /operator/outage/{program_live_id}/confirm'>['body'],
  { name, staffId }: Staff,
): Promise<void> {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  await db.transaction().execute(async (trx) => {
    const store = new OutageStore(trx);
    // A refund that is being ordered has counted without this period.
    await store.lockLive(programLiveId);
    if ((await store.findRefunds([programLiveId])).length > 0) {
      throw new ApiError('outage_refunded');
    }
    const { reported } = await readOutage(trx, programLiveId);
    const span = reported.stopped.find((one) => one.fromMs === fromMs && one.toMs === toMs);
    if (span === undefined) throw new ApiError('edit_stale');
    await new ConfirmationStore(trx).add({
      program_live_id: programLiveId,
      ...{ began_at: new Date(fromMs), ended_at: new Date(toMs), sessions: span.sessions, reason },
      ...{ created_by: name, created_by_staff_id: staffId, created_at: clock() },
    });
  });
}

/** Creates the module that lists measured outages of paid lives and refunds their unlocks. */
export function createOutagesModule(deps: PayOutageDeps): ApiModule {
  const { db, bus, clock } = deps;
  return {
    handlers: {
      'GET /operator/outage': async () => ({ data: await listOutages(db, clock()) }),
      'GET /operator/outage/{program_live_id}': async ({ params }) => ({
        data: await reportOutage(db, params.program_live_id),
      }),
      'POST /operator/outage/{program_live_id}/confirm': async ({ params, body, staff, audit }) => {
        const { program_live_id: id } = params;
        audit?.note({ subjectType: 'live', subjectId: id, reason: body.reason });
        await confirmPeriod(deps, id, body, staff);
        audit?.note({ after: { confirmed_from: body.from, confirmed_to: body.to } });
        bus.publish('staff:changed', { topic: 'orders' });
        return { data: await reportOutage(db, id) };
      },
      'POST /operator/outage/{program_live_id}/refund': async ({ params, body, staff, audit }) => {
        const { program_live_id: id } = params;
        audit?.note({ subjectType: 'live', subjectId: id, reason: body.reason });
        await orderRefund(deps, id, body, staff);
        const report = await reportOutage(db, id);
        const { coins, members } = report.refund ?? { coins: 0, members: 0 };
        audit?.note({ after: { refunded_coins: coins, members, missing_ms: report.missing_ms } });
        bus.publish('staff:changed', { topic: 'orders' });
        return { data: report };
      },
    },
    tasks: [
      { name: TASK, run: () => payOutages(deps) },
      {
        name: 'outage_pictures',
        crontab: '17 3 * * *',
        run: () => new OutageStore(db).removePictures(new Date(clock().getTime() - MEASURED_MS)),
      },
    ],
  };
}
