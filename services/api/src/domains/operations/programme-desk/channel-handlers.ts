import { randomBytes } from 'node:crypto';
import type { ChannelLine } from '@sangwian/contract/endpoints/operator/channels';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { Database } from '../../../schema/database.ts';
import { hashStreamKey } from '../../live/media-hooks/media-hooks.module.ts';
import type { ProgrammeDeskDeps } from './desk-parts.ts';

/** 192 bits cannot be guessed, and still fit in the input field of an encoder. */
const KEY_BYTES = 24;

async function readChannels(db: Kysely<Database>): Promise<{ channels: ChannelLine[] }> {
  const channels = await db
    .selectFrom('channel')
    .select(['channel_id', 'publishing'])
    .orderBy('channel_id')
    .execute();
  const keys = await db
    .selectFrom('stream_key')
    .select(['stream_key_id', 'channel_id', 'created_at', 'created_by', 'revoked_at', 'revoked_by'])
    // All enabled keys come first, then the most recently disabled keys.
    .orderBy((eb) => eb('revoked_at', 'is not', null))
    .orderBy('stream_key_id', 'desc')
    .execute();
  return {
    channels: channels.map((channel) => ({
      ...channel,
      keys: keys
        .filter(({ channel_id: id }) => id === channel.channel_id)
        .slice(0, LIMITS.streamKeysMax)
        .map((key) => ({
          stream_key_id: key.stream_key_id,
          created_at: key.created_at.toISOString(),
          created_by: key.created_by,
          revoked_at: key.revoked_at?.toISOString() ?? null,
          revoked_by: key.revoked_by,
        })),
    })),
  };
}

/**
 * Creates a stream key for a channel.
 *
 * @returns the key in plain text, which is not stored
 * @throws {ApiError} `channel_not_found`, `stream_keys_full`
 */
async function makeKey(
  trx: Transaction<Database>,
  { channelId, rotates, by, now }: { channelId: string; rotates: boolean; by: string; now: Date },
): Promise<string> {
  const channel = await trx
    .selectFrom('channel')
    .select('channel_id')
    .where('channel_id', '=', channelId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (channel === undefined) throw new ApiError('channel_not_found');
  if (rotates) {
    await trx
      .updateTable('stream_key')
      .set({ revoked_at: now, revoked_by: by })
      .where('channel_id', '=', channelId)
      .where('revoked_at', 'is', null)
      .execute();
  }
  const { working } = await trx
    .selectFrom('stream_key')
    .select((eb) => eb.fn.countAll<number>().as('working'))
    .where('channel_id', '=', channelId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (working >= LIMITS.streamKeysMax) throw new ApiError('stream_keys_full');
  const key = randomBytes(KEY_BYTES).toString('base64url');
  await trx
    .insertInto('stream_key')
    .values({ channel_id: channelId, key_hash: hashStreamKey(key), created_by: by })
    .execute();
  return key;
}

/** Creates the handlers of channels and stream keys. */
export function createChannelHandlers({ db, bus, clock }: ProgrammeDeskDeps): Handlers {
  const publish = (id: string) => bus.publish('staff:changed', { topic: 'programme', id });
  return {
    'GET /operator/channel': async () => ({ data: await readChannels(db) }),
    'POST /operator/channel': async ({ body, audit }) => {
      audit?.note({ subjectType: 'channel', after: body });
      const row = await db
        .insertInto('channel')
        .values(body)
        .onConflict((on) => on.doNothing())
        .returning('channel_id')
        .executeTakeFirst();
      if (row === undefined) throw new ApiError('channel_exists');
      publish(body.channel_id);
      return { data: await readChannels(db) };
    },
    'POST /operator/channel/{channel_id}/key': async ({ params, body, staff, audit }) => {
      const { channel_id: channelId } = params;
      const key = await db
        .transaction()
        .execute((trx) =>
          makeKey(trx, { channelId, rotates: body.rotate, by: staff.name, now: clock() }),
        );
      audit?.note({
        subjectType: 'channel',
        after: { channel_id: channelId, rotated: body.rotate },
      });
      publish(channelId);
      return { data: { stream_key: key } };
    },
    'DELETE /operator/channel/{channel_id}/key/{stream_key_id}': async (call) => {
      const { channel_id: channelId, stream_key_id: keyId } = call.params;
      const row = await db
        .updateTable('stream_key')
        .set((eb) => ({
          revoked_at: eb.fn.coalesce('revoked_at', eb.val(clock())),
          revoked_by: eb.fn.coalesce('revoked_by', eb.val(call.staff.name)),
        }))
        .where('channel_id', '=', channelId)
        .where('stream_key_id', '=', keyId)
        .returning('revoked_at')
        .executeTakeFirst();
      if (row === undefined) throw new ApiError('channel_not_found');
      const after = { channel_id: channelId, revoked_at: row.revoked_at };
      call.audit?.note({ subjectType: 'stream_key', subjectId: keyId, after });
      publish(channelId);
      return { data: await readChannels(db) };
    },
  };
}
