import type { RecordingLine } from '@sangwian/contract/endpoints/operator/recordings';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { RecordingRow, RetentionStore } from './retention.store.ts';

export interface RecordingDeskDeps {
  readonly retention: RetentionStore;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Days for which a replay is kept by default. */
  readonly days: number;
}

const presentRecording = (row: RecordingRow): RecordingLine => ({
  recording_id: row.recording_id,
  program_live_id: row.program_live_id as ProgramLiveId,
  title: { th: row.title_th, en: row.title_en },
  status: row.status,
  channel_id: row.channel_id,
  bytes: row.bytes,
  started_at: row.started_at.toISOString(),
  completed_at: row.completed_at?.toISOString() ?? null,
  replay_days: row.replay_days,
  replay_price_coins: row.replay_price_coins,
  expires_at: row.expires_at?.toISOString() ?? null,
});

/** Creates the console's handlers of recordings. */
export function createRecordingDesk({ retention, bus, clock, days }: RecordingDeskDeps): Handlers {
  const publish = (id: ProgramLiveId): void => {
    bus.publish('staff:changed', { topic: 'programme', id });
    bus.publish('live:changed', { programLiveId: id });
  };
  return {
    'GET /operator/recording': async () => ({
      data: {
        default_days: days,
        recordings: (await retention.list(days)).map(presentRecording),
      },
    }),
    'PUT /operator/recording/{program_live_id}': async ({ params, body, audit }) => {
      const { program_live_id: id } = params;
      const found = await retention.setReplay(id, body);
      if (found === undefined) throw new ApiError('live_not_found');
      const { before, after } = found;
      audit?.note({ subjectType: 'live', subjectId: id, before, after });
      publish(id);
      return { data: after };
    },
    'DELETE /operator/recording/{program_live_id}': async ({ params, audit }) => {
      const { program_live_id: id } = params;
      if (!(await retention.remove(id, clock()))) throw new ApiError('live_not_found');
      audit?.note({ subjectType: 'live', subjectId: id, after: { recording: null } });
      publish(id);
      return { data: {} };
    },
  };
}
