import type { RequestOf } from '@sangwian/contract/contract';
import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { ApiError } from '../../shared/api/api-error.ts';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { createStore } from '../../shared/store.ts';

/** Time in milliseconds before a decision is sent. Until then the operator can undo it. */
export const UNDO_MS = 5_000;

export type SlipDecision = RequestOf<'POST /operator/slip/decision'>['body']['decisions'][number];

/** A decision that is not sent yet, or whose request is in progress. */
export interface PendingDecision {
  readonly decision: SlipDecision;
  readonly sendsAt: number;
}

/** The pending decisions, at most one per slip, oldest first. They are kept when the operator leaves the page. */
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

/** Schedules a decision, which is sent after five seconds. Ignores a second decision on the same slip. */
export function decideSoon(decision: SlipDecision, onFailure: (error: unknown) => void): void {
  const slipId = decision.slip_id;
  if (pendingStore.get().some((one) => one.decision.slip_id === slipId)) return;
  pendingStore.set([...pendingStore.get(), { decision, sendsAt: Date.now() + UNDO_MS }]);
  timers.set(
    slipId,
    setTimeout(() => void send(decision, onFailure), UNDO_MS),
  );
}

/** Undoes the latest decision that is not sent yet. Returns the slip's id, or `null` if no decision is pending. */
export function undoLast(): string | null {
  const last = pendingStore.get().findLast(({ decision }) => timers.has(decision.slip_id));
  if (last === undefined) return null;
  const slipId = last.decision.slip_id;
  clearTimeout(timers.get(slipId));
  timers.delete(slipId);
  drop(slipId);
  return slipId;
}
