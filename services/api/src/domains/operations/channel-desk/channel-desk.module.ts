import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import type { Database } from '../../../schema/database.ts';
import { readSignals } from './channel-signals.ts';
import { type MediaControl, returnToPrimary } from './return-to-primary.ts';

export interface ChannelDeskDeps extends MediaControl {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
}

/** Creates the console's view of a channel: both signals, its renditions, and the return to the primary signal. */
export function createChannelDeskModule(deps: ChannelDeskDeps): ApiModule {
  const { db, bus } = deps;
  return {
    handlers: {
      'GET /operator/channel/{channel_id}/signals': async ({ params }) => ({
        data: await readSignals(db, params.channel_id),
      }),
      'POST /operator/channel/{channel_id}/return-to-primary': async ({ params, body, audit }) => {
        const { channel_id: channelId } = params;
        const { shown } = await readSignals(db, channelId);
        audit?.note({
          ...{ subjectType: 'channel', subjectId: channelId, before: { shown } },
          ...(body.reason ? { reason: body.reason } : {}),
        });
        await returnToPrimary(deps, channelId);
        audit?.note({ after: { shown: 'primary' } });
        bus.publish('staff:changed', { topic: 'show' });
        return { data: { accepted: true } };
      },
    },
  };
}
