import {
  APP_ROLE,
  clusterLayout,
  connectionUrl,
  readCredentials,
} from '@sangwian/embedded-postgres/cluster';
import pg from 'pg';
import { currentDataDir } from './start-stack.ts';

/**
 * Runs one statement on the stack's database as its owner. Journeys use it to change times that they cannot wait for.
 */
async function onDatabase(statement: string, values: readonly unknown[]): Promise<void> {
  const credentials = readCredentials(clusterLayout(currentDataDir()));
  if (credentials === null) throw new Error('the stack has no database of its own');
  const { password, runDir } = credentials;
  const client = new pg.Client(connectionUrl(APP_ROLE, password, APP_ROLE, runDir));
  await client.connect();
  try {
    const { rowCount } = await client.query(statement, [...values]);
    if (rowCount === 0) throw new Error('no row was changed');
  } finally {
    await client.end();
  }
}

/** Moves the sign-ins and ownership confirmations of a member back by an hour. */
export const ageSignIns = (memberId: string): Promise<void> =>
  onDatabase(
    `update member_session set created_at = created_at - interval '1 hour',
       confirmed_at = confirmed_at - interval '1 hour' where member_id = $1`,
    [memberId],
  );

/** Moves the OTPs of a phone number (`08…`) back by two minutes, so that the site allows another one. */
export const ageOtps = (phone: string): Promise<void> =>
  onDatabase("update otp set sent_at = sent_at - interval '2 minutes' where phone = $1", [
    `+66${phone.slice(1)}`,
  ]);

/** Removes the password of a member, as if the member had registered with LINE or Apple. */
export const forgetPassword = (memberId: string): Promise<void> =>
  onDatabase('update member_credential set password_hash = null where member_id = $1', [memberId]);

/** Starts a coming live with the video of tonight's live, or reverts this. */
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

/** Sets the price of a live, or makes the live free (`null`). */
export const setPrice = (programLiveId: string, coins: number | null): Promise<void> =>
  onDatabase(
    `update program_live set access = case when $2::int is null then 'free' else 'premium' end,
       price_coins = $2::int where program_live_id = $1`,
    [programLiveId, coins],
  );

/** Adds a card that takes place in three days and that only one journey uses. */
export const addCard = (programId: string, title: string): Promise<void> =>
  onDatabase(
    `insert into program (program_id, promotion_id, stadium_id, title_th, title_en, starts_at)
     select $1, promotion_id, stadium_id, $2, $2, now() + interval '3 days' from program limit 1`,
    [programId, title],
  );

/** Moves the start of a card to a number of minutes from now. */
export const moveCard = (programId: string, minutes: number): Promise<void> =>
  onDatabase(
    "update program set starts_at = now() + $2 * interval '1 minute' where program_id = $1",
    [programId, minutes],
  );

export const removeCard = (programId: string): Promise<void> =>
  onDatabase('delete from program where program_id = $1', [programId]);

/** Allows a staff account to use the code of the current 30 s again after another journey has used it. */
export const forgetUsedCode = (email: string): Promise<void> =>
  onDatabase('update staff set totp_last_step = null where email = $1', [email]);

/** Moves the last second-factor proof of every session of a staff account back by an hour. */
export const ageProofs = (email: string): Promise<void> =>
  onDatabase(
    `update staff_session set proved_at = proved_at - interval '1 hour'
     where staff_id = (select staff_id from staff where email = $1)`,
    [email],
  );

/** Ends the validity of the open invitation of an e-mail address. */
export const expireInvitation = (email: string): Promise<void> =>
  onDatabase(
    "update staff_invitation set expires_at = now() - interval '1 minute' where email = $1",
    [email],
  );

/** Adds a job that has failed for the last time. Its task does not exist, so no node runs the job. */
export async function addFailedJob(error: string): Promise<void> {
  const payload = JSON.stringify({
    mail_id: '01920000-0000-7000-8000-00000000dead',
    token: 'a secret',
  });
  await onDatabase(
    // The key prevents a second job if a journey runs again.
    "select graphile_worker.add_job('mail_to_nobody', $1::json, job_key => 'journey', max_attempts => 12)",
    [payload],
  );
  await onDatabase(
    `update graphile_worker._private_jobs set attempts = 12, last_error = $1
     where task_id = (select id from graphile_worker._private_tasks where identifier = 'mail_to_nobody')`,
    [error],
  );
}

/** Adds the notice of a paid order, as the payment does. */
export const addNotice = (memberId: string, orderId: string): Promise<void> =>
  onDatabase(
    `insert into notice (member_id, notice_key, about, created_at)
     values ($1::uuid, 'order:' || $2::text, jsonb_build_object('kind', 'order', 'order_id', $2::text,
       'number', 'SW-1', 'status', 'paid', 'coins', 305), now())`,
    [memberId, orderId],
  );
