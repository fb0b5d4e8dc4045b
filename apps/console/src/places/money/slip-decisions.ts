import type { RequestOf } from '@sangwian/contract/contract';
import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { ApiError } from '../../shared/api/api-error.ts';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { createStore } from '../../shared/store.ts';

/** Time in which a decision can be undone before it is sent. */
export const LEAVE_MS = 5_000;

export type SlipDecision = RequestOf<'POST /operator/slip/decision'>['body']['decisions'][number];

/** A decision that is not sent yet, or whose request is in flight. */
export interface PendingDecision {
  readonly decision: SlipDecision;
  readonly leavesAt: number;
}

/** The pending decisions, at most one per slip, oldest first. They survive leaving the page. */
export const pendingStore = createStore<readonly PendingDecision[]>([]);
const timers = new Map<string, ReturnType<typeof setTimeout>>();

const drop = (slipId: string): void =>
  pendingStore.set(pendingStore.get().filter(({ decision }) => decision.slip_id !== slipId));

async function send(decision: SlipDecision, onFailure: (error: unknown) => void): Promise<void> {
  timers.delete(decision.slip_id);
  try {
    const { data } = await callStaff('POST /operator/slip/decision', {
      body: { decisions: [decision] },
    });
    const error = data.results[0]?.error ?? null;
    if (error !== null) onFailure(new ApiError({ status: error as ErrorCode }, 409, ''));
  } catch (error) {
    onFailure(error);
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['orders'] });
    drop(decision.slip_id);
  }
}

/** Takes a decision, which leaves after five seconds. A slip has one decision at a time. */
export function decideSoon(decision: SlipDecision, onFailure: (error: unknown) => void): void {
  const slipId = decision.slip_id;
  if (pendingStore.get().some((one) => one.decision.slip_id === slipId)) return;
  pendingStore.set([...pendingStore.get(), { decision, leavesAt: Date.now() + LEAVE_MS }]);
  timers.set(
    slipId,
    setTimeout(() => void send(decision, onFailure), LEAVE_MS),
  );
}

/** Undoes the latest decision that is not sent yet. Returns its slip id, or `null` if there is none. */
export function undoLast(): string | null {
  const last = pendingStore.get().findLast(({ decision }) => timers.has(decision.slip_id));
  if (last === undefined) return null;
  const slipId = last.decision.slip_id;
  clearTimeout(timers.get(slipId));
  timers.delete(slipId);
  drop(slipId);
  return slipId;
}
