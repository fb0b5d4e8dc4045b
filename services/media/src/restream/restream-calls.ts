import type { RestreamFailure } from '@sangwian/contract/endpoints/operator/restream';
import { z } from 'zod';

/** The API's answer: the targets that this process has to send to. */
export const RestreamAnswer = z.object({
  targets: z.array(
    z
      .object({
        target_id: z.string(),
        channel_id: z.string(),
        url: z.string(),
        stream_key: z.string().min(1),
      })
      .transform((one) => ({
        targetId: one.target_id,
        channelId: one.channel_id,
        url: one.url,
        streamKey: one.stream_key,
      })),
  ),
});
export type WantedTarget = z.output<typeof RestreamAnswer>['targets'][number];

/** The state of one target in a report. */
export interface TargetState {
  readonly targetId: string;
  readonly state: 'connecting' | 'sending' | 'retrying';
  readonly forMs: number;
  readonly failure: RestreamFailure | null;
  readonly bitrateBps: number;
}

export interface RestreamCalls {
  /** Reports states, and returns the wanted targets of channels that are on air here. @throws while the API is away */
  syncTargets(
    channelIds: readonly string[],
    states: readonly TargetState[],
  ): Promise<readonly WantedTarget[]>;
}
