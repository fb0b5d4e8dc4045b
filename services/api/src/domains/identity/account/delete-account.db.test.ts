import { createHmac, randomUUID } from 'node:crypto';
import type { ChatMessageId, ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { startTestApi, type TestApi, type TestFan } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StreamedRows } from '../../../platform/http/streamed-json.ts';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { createChat } from '../../live/chat/chat.module.ts';
import { createLiveReader } from '../../live/lives/lives.module.ts';
import { createWallet } from '../../money/wallet/wallet.module.ts';
import { createNoticesModule } from '../../sport/notices/notices.module.ts';
import { createMembers } from '../members/members.module.ts';
import { createSamplePartner, registerPartners } from '../partners/testing/sample-partner.ts';
import { createProofs } from '../proofs/proofs.module.ts';
import { createSessions } from '../sessions/sessions.module.ts';
import { AccountStore } from './account.store.ts';
import { cleanUpDeletedAccounts } from './clean-up-deleted-accounts.ts';
import { PictureStorage } from './picture-storage.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let now = NOW;
const clock = () => now;
let api: TestApi;
let tonight: string;
let fan: TestFan;
let token: string;
let answerOfBanned: ReturnType<typeof remove>;
beforeAll(async () => {
  api = await startTestApi({ clock });
  tonight = (await loadSampleSeason(api.db, { now })).program_live_id;
});
afterAll(() => api.close());
beforeEach(async () => {
  now = NOW;
  fan = await api.makeFan({ coins: 120 });
  token = await api.signIn(fan);
});

const remove = (body: object, bearer = token, memberId: string = fan.memberId) =>
  api.call(`DELETE /auth/member/${memberId}`, {
    token: bearer,
    body: { expected_coins: 120, ...body },
  });
const accountErrorOf = async (answer: ReturnType<typeof remove>) => (await answer).body.status;
const rowOf = (memberId: string) =>
  api.db
    .selectFrom('member')
    .selectAll()
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
const issue = (purpose: 'delete' | 'reset', memberId: string = fan.memberId) =>
  createProofs(api.db, clock).issue(api.db, { purpose, memberId });
const wallet = () => createWallet(api.db);
const laterThanFresh = () => {
  now = new Date(NOW.getTime() + LIMITS.freshSignInMinutes * MINUTE_MS + 1);
};

const chat = () =>
  createChat({
    db: api.db,
    bus: api.bus,
    clock,
    live: createLiveReader(api.db),
    members: createMembers(api.db, wallet()),
  });
const sendLine = ({ memberId }: TestFan, text: string) =>
  chat().send(
    {
      programLiveId: tonight as ProgramLiveId,
      chatMessageId: randomUUID() as ChatMessageId,
      text,
    },
    { memberId, sessionId: randomUUID(), external: false },
  );
const tidy = () =>
  cleanUpDeletedAccounts({
    db: api.db,
    clock,
    members: createMembers(api.db, wallet()),
    sessions: createSessions(api.db, api.bus, clock),
    wallet: wallet(),
    chat: chat(),
    notices: createNoticesModule({ db: api.db, bus: api.bus, clock }),
    store: new AccountStore(api.db),
    storage: new PictureStorage(api.objects),
  });
const waitingForLocks = () =>
  sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    api.db,
  );

describe('proof of ownership', () => {
  test('can be a recent sign-in, but not an older one', async () => {
    laterThanFresh();
    const answer = await remove({});
    expect([answer.status, answer.body.status]).toEqual([403, 'proof_needed']);
    expect((await remove({}, await api.signIn(fan))).status).toBe(200);
  });

  test('can be the password, with a limited number of guesses', async () => {
    laterThanFresh();
    for (let count = 0; count < 5; count += 1) {
      expect(await accountErrorOf(remove({ password: `wrong${count}` }))).toBe(
        'password_incorrect',
      );
    }
    const locked = await remove({ password: fan.password });
    expect([locked.status, locked.body.status]).toEqual([429, 'rate_limited']);
    // Only this session is locked, so a stranger's guesses do not lock the owner out.
    expect((await remove({ password: fan.password }, await api.signIn(fan))).status).toBe(200);
  });

  test.each([
    ['otp_token', 'otp_token_invalid'],
    ['pin_token', 'pin_token_invalid'],
  ])('can be an %s for this member and purpose, which works once', async (field, code) => {
    laterThanFresh();
    const other = await api.makeFan();
    const [good, ofOther, forReset] = await Promise.all([
      issue('delete'),
      issue('delete', other.memberId),
      issue('reset'),
    ]);
    for (const { token: bad } of [ofOther, forReset, { token: 'nonsense' }]) {
      expect(await accountErrorOf(remove({ [field]: bad }))).toBe(code);
    }
    // A failed deletion does not use up the proof.
    expect(await accountErrorOf(remove({ [field]: good.token, expected_coins: 1 }))).toBe(
      'price_changed',
    );
    expect((await remove({ [field]: good.token })).status).toBe(200);
  });

  test('does not allow deleting another member, and needs the expected number of coins', async () => {
    const other = await api.makeFan();
    for (const memberId of [other.memberId, randomUUID(), 'x']) {
      expect(await accountErrorOf(remove({}, token, memberId))).toBe('member_not_found');
    }
    const { expected_coins: _, ...nothing } = { expected_coins: 1 };
    const answer = await api.call(`DELETE /auth/member/${fan.memberId}`, { token, body: nothing });
    expect(answer.body.status).toBe('request_invalid');
    const changed = await remove({ expected_coins: 119 });
    expect([changed.status, changed.body.status, changed.body.details]).toEqual([
      409,
      'price_changed',
      [{ path: 'expected_coins', message: '120' }],
    ]);
    expect((await rowOf(fan.memberId)).deleted_at).toBeNull();
  });
});

describe('a deleted account', () => {
  test('leaves an anonymised member and the ledger, and has no coins', async () => {
    await api.db.transaction().execute((trx) =>
      createMembers(api.db, wallet()).store.addLink(trx, fan.memberId, {
        provider: 'line',
        subject: `U${fan.memberId}`,
        sealedToken: null,
      }),
    );
    await api.call(`PUT /auth/member/profile/update/${fan.memberId}`, {
      token,
      body: { email: 'a@b.co', birth_day: 1, birth_month: 1, birth_year: 2000, gender: 'male' },
    });
    expect((await remove({})).status).toBe(200);
    expect(await rowOf(fan.memberId)).toMatchObject({
      first_name: '',
      last_name: '',
      phone: null,
      email: null,
      birth_date: null,
      avatar: null,
      gender: 'unspecified',
      deleted_at: NOW,
    });
    const left = await api.db
      .selectFrom('member_credential')
      .leftJoin('member_link', 'member_link.member_id', 'member_credential.member_id')
      .select(['password_hash', 'pin_hash', 'subject'])
      .where('member_credential.member_id', '=', fan.memberId)
      .execute();
    expect(left).toEqual([{ password_hash: null, pin_hash: null, subject: null }]);
    expect(await wallet().readBalance(fan.memberId)).toBe(0);
    expect(await wallet().findFaults()).toEqual([]);
    const held = (await wallet().exportOf(fan.memberId)).wallet as { movements: StreamedRows };
    const movements: unknown[] = [];
    for await (const page of held.movements.pages) movements.push(...page);
    expect(movements).toMatchObject([
      { kind: 'forfeit', coins: -120 },
      { kind: 'grant', coins: 120 },
    ]);
  });

  test('is signed out everywhere and cannot sign in', async () => {
    const elsewhere = await api.signIn(fan);
    expect((await remove({})).status).toBe(200);
    for (const dead of [token, elsewhere]) {
      const answer = await api.call(`GET /member/findOne?member_id=${fan.memberId}`, {
        token: dead,
      });
      expect([answer.status, answer.body.status]).toEqual([401, 'token_invalid']);
    }
    const { phone, password } = fan;
    const signIn = await api.call('POST /auth/member/login-v2', { body: { phone, password } });
    expect([signIn.status, signIn.body.status]).toEqual([401, 'password_invalid']);
  });

  test('frees its phone number, of which only a keyed hash stays', async () => {
    await remove({});
    const again = await api.makeFan({ phone: fan.phone });
    expect(again.memberId).not.toBe(fan.memberId);
    const { body } = await api.call(`GET /member/findOne?member_id=${again.memberId}`, {
      token: await api.signIn(again),
    });
    expect(body.data.wallet.balance).toBe(0);
    const row = await api.db
      .selectFrom('past_phone')
      .select('phone_hash')
      .where('member_id', '=', fan.memberId)
      .executeTakeFirstOrThrow();
    const phone = `+66${fan.phone.slice(1)}`;
    const hash = createHmac('sha256', 'the phone hash secret of a test').update(phone).digest();
    expect(row.phone_hash.equals(hash)).toBe(true);
  });

  test('of a partner’s member is created again by the partner’s next token', async () => {
    const mapSystemId = 'somewhere-else';
    const partner = await createSamplePartner(mapSystemId, 'EdDSA', clock);
    await registerPartners(api.db, [{ mapSystemId, keys: [partner.jwk] }]);
    const arrive = async () =>
      (
        await api.call('POST /external/member/session', {
          body: { map_system_id: mapSystemId, token: await partner.sign() },
        })
      ).body.data;
    const first = await arrive();
    const gone = await remove({ expected_coins: 0 }, first.access_token, first.member.member_id);
    expect(gone.status).toBe(200);
    const second = await arrive();
    expect(second.member.member_id).not.toBe(first.member.member_id);
    expect((await rowOf(first.member.member_id)).map_member_id).toBeNull();
  });

  test('has no texts in the chat and no avatar in the storage', async () => {
    const bytes = await sharp({
      create: { width: 8, height: 8, channels: 3, background: '#123456' },
    })
      .png()
      .toBuffer();
    const { body } = await api.call(`PUT /auth/member/profile/update/${fan.memberId}/avatar`, {
      token,
      body: bytes,
      headers: { 'content-type': 'image/png' },
    });
    const path = body.data.member_avatar;
    await sendLine(fan, 'สู้ ๆ');
    await remove({});
    expect((await api.api.app.inject(path)).statusCode).toBe(404);
    const lines = await api.db
      .selectFrom('chat_message')
      .select(['member_name', 'member_avatar', 'text'])
      .where('member_id', '=', fan.memberId)
      .execute();
    expect(lines).toEqual([{ member_name: '', member_avatar: null, text: 'สู้ ๆ' }]);
  });

  test('is deleted once by concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => remove({})));
    const codes = answers.map(({ status }) => status).sort();
    expect(codes[0]).toBe(200);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    for (const code of codes.slice(1)) expect([401, 404, 409]).toContain(code);
    expect(await wallet().findFaults()).toEqual([]);
  });

  test('refuses or forfeits coins that are credited during the deletion', async () => {
    const grant = (key: string) =>
      api.db.transaction().execute((trx) =>
        wallet().grantCoins(trx, {
          memberId: fan.memberId,
          coins: 7,
          kind: 'grant',
          idempotencyKey: key,
        }),
      );
    const [answer] = await Promise.all([
      remove({}),
      ...Array.from({ length: 5 }, () => grant(randomUUID())),
    ]);
    if (answer.status !== 200) {
      expect(answer.body.status).toBe('price_changed');
      expect((await remove({ expected_coins: 155 })).status).toBe(200);
    }
    await grant(randomUUID());
    await tidy();
    expect(await wallet().readBalance(fan.memberId)).toBe(0);
    expect(await wallet().findFaults()).toEqual([]);
  });

  test('stays banned if a ban is set during the deletion', async () => {
    const { lifecycle } = createMembers(api.db, wallet());
    await api.db.transaction().execute(async (trx) => {
      await lifecycle.lock(trx, fan.memberId);
      const asked = remove({});
      await expect
        .poll(async () => {
          const { rows } = await waitingForLocks();
          return rows.length;
        })
        .toBeGreaterThan(0);
      await lifecycle.setStatus(trx, fan.memberId, {
        status: 'ban',
        reason: 'x',
        since: now,
        until: null,
      });
      answerOfBanned = asked;
    });
    expect(await accountErrorOf(answerOfBanned)).toBe('token_invalid');
    expect((await rowOf(fan.memberId)).deleted_at).toBeNull();
  });

  test('keeps traffic data for the legal retention period and no longer', async () => {
    const seen = async () =>
      (
        await api.db
          .selectFrom('member_session')
          .select(['user_agent', 'address'])
          .where('member_id', '=', fan.memberId)
          .execute()
      ).map(({ user_agent, address }) => `${user_agent}${address}` !== '');
    await remove({});
    now = new Date(NOW.getTime() + LIMITS.trafficDaysKept * DAY_MS);
    await tidy();
    expect(await seen()).toEqual([true]);
    now = new Date(now.getTime() + 1);
    await tidy();
    expect(await seen()).toEqual([false]);
  });
});
