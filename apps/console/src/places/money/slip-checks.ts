import type { SlipCase } from '@sangwian/contract/endpoints/operator/orders';

export type SlipProblem = 'reference_used' | 'not_readable' | 'sent_late';

/** Returns the problems of a slip that the queue shows, most severe first. */
export function problemsOf({ first_use, reference, order, sent_at }: SlipCase): SlipProblem[] {
  const isLate = order.status === 'paid' || Date.parse(sent_at) < Date.parse(order.created_at);
  return [
    ...(first_use === null ? [] : (['reference_used'] as const)),
    ...(reference === null ? (['not_readable'] as const) : []),
    ...(isLate ? (['sent_late'] as const) : []),
  ];
}
