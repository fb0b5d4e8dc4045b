import { randomUUID } from 'node:crypto';
import type { Operation, RequestOf } from '@sangwian/contract/contract';
import { forgetUsedCode } from './database.ts';
import { callApi, type Fan, findLiveOn, signIn } from './fan.ts';
import { slipOf } from './payments.ts';
import { ask, connectEventSocket } from './socket.ts';
import { staffAccount } from './staff.ts';
import { makeStaffToken } from './staff-token.ts';
import type { RunFile } from './start-stack.ts';

const WATCHED_WORD = 'ทีเด็ด';
/** The package of 300 coins. */
const PACKAGE_ID = 5;
const SATANG = 30_000;
/** More coins than a cashier may give without a second person. */
const COINS_OF_TWO = 1_500;

/** The fans of the evening by their number in the sample data. */
const CROWD = { buyer: 2, talker: 3, author: 4, reporter: 5, suspended: 8, lucky: 7 } as const;

/** Orders coins by PromptPay and sends the slip of the transfer. */
export async function sendSlip(run: RunFile, fan: Fan): Promise<void> {
  const { data: order } = await fan.call('POST /order', {
    body: { package_id: PACKAGE_ID, expected_satang: SATANG },
    idempotencyKey: randomUUID(),
  });
  const { order_id, number, satang } = order;
  await fan.call('POST /order/{order_id}/pay', {
    params: { order_id },
    body: { method: 'promptpay_slip', return_path: '/wallet', expected_satang: satang },
    idempotencyKey: randomUUID(),
  });
  const picture = await slipOf(run, { number, satang });
  const answer = await fetch(`${run.api}/order/${order_id}/slip`, {
    method: 'POST',
    headers: {
      'x-app-key': run.app_key,
      authorization: `Bearer ${fan.accessToken}`,
      'idempotency-key': randomUUID(),
      'content-type': 'image/png',
    },
    body: new Uint8Array(picture),
  });
  if (!answer.ok) throw new Error(`the slip was refused: ${await answer.text()}`);
}

/** Sends a message to the chat of the current live. Returns the message's id. */
async function say(run: RunFile, fan: Fan, text: string): Promise<string> {
  const socket = await connectEventSocket(run, fan.accessToken);
  try {
    const { program_live_id } = await findLiveOn(run);
    const chat_message_id = randomUUID();
    await ask(socket, 'chat:send', { program_live_id, text, chat_message_id });
    return chat_message_id;
  } finally {
    socket.close();
  }
}

/** Suspends a member. The member then appeals with the token from the refused sign-in. */
async function suspendAndAppeal(run: RunFile, index: number): Promise<void> {
  const { memberId } = await signIn(run, index);
  const params = { member_id: memberId as never };
  const token = run.operator_token;
  const { data: file } = await callApi(run, token, 'GET /operator/member/{member_id}', { params });
  await callApi(run, token, 'POST /operator/member/{member_id}/suspend', {
    params,
    body: { hours: 48, reason: 'ส่งข้อความซ้ำในแชต', version: file.version },
  });
  const refused = await fetch(`${run.api}/auth/member/login-v2`, {
    method: 'POST',
    headers: { 'x-app-key': run.app_key, 'content-type': 'application/json' },
    body: JSON.stringify(run.accounts.fans[index]),
  });
  const { details } = (await refused.json()) as {
    details?: readonly { path: string; message: string }[];
  };
  const appeal_token = details?.find(({ path }) => path === 'appeal_token')?.message;
  if (appeal_token === undefined) throw new Error('the sign-in gave no token to appeal with');
  await callApi(run, null, 'POST /auth/member/appeal', {
    body: { appeal_token, text: 'ไม่ใช่ผมครับ น้องชายยืมโทรศัพท์ไปเล่น' },
  });
}

/** As the cashier, requests coins and codes that a second person must approve. */
async function askSecondPerson(run: RunFile, lucky: Fan): Promise<void> {
  await forgetUsedCode(staffAccount(run, 'cashier').email);
  const token = await makeStaffToken(run, 'cashier', ['adjust_coins', 'manage_codes']);
  const call = <Op extends Operation>(op: Op, request: RequestOf<Op>) =>
    callApi(run, token, op, request);
  await call('POST /operator/member/{member_id}/adjustment', {
    params: { member_id: lucky.memberId as never },
    body: { adjustment_id: randomUUID(), coins: COINS_OF_TWO, reason: 'ภาพขัดข้องหนึ่งชั่วโมง' },
  });
  await call('POST /operator/code/batch', {
    body: {
      ...{ name: 'stadium-night', kind: 'coin', coins: 50, prefix: 'RING', count: 200 },
      ...{ per_member: 'once', uses_max: 1, note: 'Seats of the first row' },
    },
  });
}

/**
 * Creates the work of an evening for the console of a sample site: two slips, a held message, a reported message, an
 * appeal, and coins and codes that wait for a second person.
 */
export async function fillEvening(run: RunFile): Promise<void> {
  const [buyer, talker, author, reporter, lucky] = [
    await signIn(run, CROWD.buyer),
    await signIn(run, CROWD.talker),
    await signIn(run, CROWD.author),
    await signIn(run, CROWD.reporter),
    await signIn(run, CROWD.lucky),
  ];
  await sendSlip(run, buyer);
  await sendSlip(run, lucky);
  await callApi(run, run.operator_token, 'POST /operator/chat/words', {
    body: { word: WATCHED_WORD, kind: 'watched', reason: 'Betting tips' },
  });
  await say(run, lucky, 'เข่าน้ำหนึ่งหนักมากคืนนี้');
  await say(run, reporter, 'What a kick from the blue corner!');
  await say(run, buyer, 'ยกนี้สิงห์ดำเดินหน้าอย่างเดียว');
  await say(run, talker, `มี${WATCHED_WORD}คู่เอก ทักมาได้เลย`);
  const reported = await say(run, author, 'แพ้แล้วพาล กลับบ้านไปเลย');
  await reporter.call('POST /chat/reports', {
    body: { chat_message_id: reported as never, reason: 'abuse', note: '' },
  });
  await suspendAndAppeal(run, CROWD.suspended);
  await askSecondPerson(run, lucky);
}
