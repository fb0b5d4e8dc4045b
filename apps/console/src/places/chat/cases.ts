import type { ResponseOf } from '@sangwian/contract/contract';
import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';

export type Case = ResponseOf<'GET /operator/chat/cases'>['data'][number];
export type Verdict = NonNullable<Case['decision']>['decision'];

/** Returns the reason that most reports of a case have. */
export function reasonOf({ reasons }: Pick<Case, 'reasons'>): ReportReason {
  const [most] = Object.entries(reasons).toSorted(([, one], [, other]) => other - one);
  return (most?.[0] ?? 'other') as ReportReason;
}
