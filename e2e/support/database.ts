import {
  APP_ROLE,
  clusterLayout,
  connectionUrl,
  readCredentials,
} from '@sangwian/node-kit/postgres/cluster';
import pg from 'pg';
import { currentDataDir } from './start-stack.ts';

/** One statement on the stack's own database, as its owner: for time that no journey can wait for. */
async function onDatabase(statement: string, values: readonly unknown[]): Promise<void> {
  const credentials = readCredentials(clusterLayout(currentDataDir()));
  if (credentials === null) throw new Error('the stack has no database of its own');
  const { password, runDir } = credentials;
  const client = new pg.Client(connectionUrl(APP_ROLE, password, APP_ROLE, runDir));
  await client.connect();
  try {
    const { rowCount } = await client.query(statement, [...values]);
    if (rowCount === 0) throw new Error('nothing was there to be made older');
  } finally {
    await client.end();
  }
}

/** As if a member had signed in an hour earlier, and not shown since to be the owner. */
export const ageSignIns = (memberId: string): Promise<void> =>
  onDatabase(
    `update member_session set created_at = created_at - interval '1 hour',
       confirmed_at = confirmed_at - interval '1 hour' where member_id = $1`,
    [memberId],
  );

/** As if the OTPs of a phone (`08…`) had been asked for two minutes earlier, so that another one may be. */
export const ageOtps = (phone: string): Promise<void> =>
  onDatabase("update otp set sent_at = sent_at - interval '2 minutes' where phone = $1", [
    `+66${phone.slice(1)}`,
  ]);

/** As if a member had come by LINE or Apple alone, and never set a password. */
export const forgetPassword = (memberId: string): Promise<void> =>
  onDatabase('update member_credential set password_hash = null where member_id = $1', [memberId]);

/** As if a coming live had begun, and its picture came from the ring of tonight; or as it was before that. */
export async function setOn(programLiveId: string, on: boolean): Promise<void> {
  await onDatabase('update match_live_stream set channel_id = $2 where program_live_id = $1', [
    programLiveId,
    on ? 'ring-1' : 'ring-2',
  ]);
  await onDatabase('update program_live set status = $2 where program_live_id = $1', [
    programLiveId,
    on ? 'in_progress' : 'not_started',
  ]);
}

/** A card of its own, in three days, so that no other journey minds what becomes of it. */
export const addCard = (programId: string, title: string): Promise<void> =>
  onDatabase(
    `insert into program (program_id, promotion_id, stadium_id, title_th, title_en, starts_at)
     select $1, promotion_id, stadium_id, $2, $2, now() + interval '3 days' from program limit 1`,
    [programId, title],
  );

/** As if a card began in so many minutes. */
export const moveCard = (programId: string, minutes: number): Promise<void> =>
  onDatabase(
    "update program set starts_at = now() + $2 * interval '1 minute' where program_id = $1",
    [programId, minutes],
  );

export const removeCard = (programId: string): Promise<void> =>
  onDatabase('delete from program where program_id = $1', [programId]);
