import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { Database } from '../../../schema/database.ts';
import type { ProgrammeDeskDeps } from './desk-parts.ts';
import { deleteUnused } from './edit-rules.ts';
import { EventWriter } from './event.store.ts';
import { lockEvent } from './event-handlers.ts';
import { answerEvent } from './present-event.ts';

interface LiveInput {
  readonly starts_at: string;
  readonly price_coins: number | null;
  readonly replay_price_coins?: number | null | undefined;
  readonly replay_days?: number | null | undefined;
  readonly external: boolean;
  readonly channel_id: string | null;
}

/** Adds or changes the live of an event. @returns its id */
async function putLive(
  trx: Transaction<Database>,
  event: { readonly program_id: string; readonly program_live_id: string | null },
  input: LiveInput,
): Promise<string> {
  const values = {
    starts_at: new Date(input.starts_at),
    access: input.price_coins === null ? ('free' as const) : ('premium' as const),
    price_coins: input.price_coins,
    external: input.external,
    ...(input.replay_price_coins === undefined
      ? {}
      : { replay_price_coins: input.replay_price_coins }),
    ...(input.replay_days === undefined ? {} : { replay_days: input.replay_days }),
  };
  if (event.program_live_id === null) {
    const row = await trx
      .insertInto('program_live')
      .values({ ...values, program_id: event.program_id, status: 'not_started' })
      .returning('program_live_id')
      .executeTakeFirstOrThrow();
    return row.program_live_id;
  }
  await trx
    .updateTable('program_live')
    .set(values)
    .where('program_live_id', '=', event.program_live_id)
    .execute();
  return event.program_live_id;
}

/** @throws {ApiError} `channel_not_found` */
async function requireChannel(trx: Transaction<Database>, channelId: string): Promise<void> {
  const row = await trx
    .selectFrom('channel')
    .select('channel_id')
    .where('channel_id', '=', channelId)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('channel_not_found');
}

/** Creates the handler of an event's broadcast. */
export function createLiveHandlers(deps: ProgrammeDeskDeps): Handlers {
  const { db } = deps;
  return {
    'PUT /operator/event/{program_id}/live': async ({ params, body, staff, audit }) => {
      const { version, ...input } = body;
      const change = async (trx: Transaction<Database>): Promise<void> => {
        const writer = new EventWriter(trx);
        const event = await lockEvent(writer, params.program_id, version);
        if (event.live_status === 'ended') throw new ApiError('live_ended');
        const earlier =
          event.program_live_id === null ? null : await writer.findChannel(event.program_live_id);
        audit?.note({
          subjectType: 'program',
          subjectId: params.program_id,
          before: {
            starts_at: event.live_starts_at,
            price_coins: event.price_coins,
            replay_price_coins: event.replay_price_coins,
            replay_days: event.replay_days,
            external: event.external,
            channel_id: earlier,
          },
          after: input,
        });
        const liveId = await putLive(trx, event, input);
        if (input.channel_id !== null) await requireChannel(trx, input.channel_id);
        await writer.setChannel(liveId, input.channel_id, earlier);
        await writer.addToLive(params.program_id);
        await writer.touch(params.program_id, staff.name);
      };
      await deleteUnused(() => db.transaction().execute(change));
      return answerEvent(deps, params.program_id);
    },
  };
}
