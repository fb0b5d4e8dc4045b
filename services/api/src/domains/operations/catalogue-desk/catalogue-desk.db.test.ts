import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperatorGift } from '@sangwian/contract/endpoints/operator/catalogue';
import { startTestApi, type TestApi, type TestStaff } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadPartners } from '../../identity/partners/partners.module.ts';

let api: TestApi;
let owner: TestStaff;
beforeAll(async () => {
  api = await startTestApi();
  owner = await api.makeStaff('owner', 'Somsri');
});
afterAll(() => api.close());

const reason = 'Songkran';
const call = async (what: string, body?: unknown, staff = owner) =>
  (await api.call(what, { headers: staff.headers, ...(body === undefined ? {} : { body }) })).body;
const read = async (what: string) => (await call(what)).data;

/** Returns the facts that an operation recorded in the audit, newest first. */
async function lastNote() {
  const [entry] = (await call('GET /operator/audit?limit=1')).data;
  return entry;
}

describe('gifts', () => {
  const fieldsOf = ({ name, coins, drawing, effect, offered }: OperatorGift) => ({
    ...{ name, coins, drawing, effect, offered },
  });

  test('a changed price reaches fans, their pages and the consoles, and the audit', async () => {
    const sent: unknown[] = [];
    const topics: unknown[] = [];
    const stops = [
      api.bus.subscribe('gifts:changed', ({ gifts }) => sent.push(...gifts)),
      api.bus.subscribe('staff:changed', (event) => topics.push(event)),
    ];
    const [gift] = (await read('GET /operator/gift')) as OperatorGift[];
    if (gift === undefined) throw new Error('there are no gifts');
    const path = `PUT /operator/gift/${gift.gift_id}`;
    const edit = { ...fieldsOf(gift), coins: 7, version: gift.version, reason };
    expect((await call(path, edit)).data).toMatchObject({
      coins: 7,
      version: gift.version + 1,
      updated_by: 'Somsri',
    });
    const changed = expect.objectContaining({ gift_id: gift.gift_id, coins: 7 });
    expect((await api.call('GET /gift')).body.data).toContainEqual(changed);
    expect(sent).toContainEqual(changed);
    expect(topics).toContainEqual({ topic: 'catalogue', id: gift.gift_id });
    expect(await lastNote()).toMatchObject({
      reason,
      before: expect.objectContaining({ coins: gift.coins }),
      after: expect.objectContaining({ coins: 7 }),
    });
    const stale = await call(path, { ...edit, coins: 8 });
    expect(stale).toMatchObject({
      status: 'edit_stale',
      details: [
        { path: 'coins', message: '7' },
        { path: 'by', message: 'Somsri' },
      ],
    });
    for (const stop of stops) stop();
  });

  test('a new gift is last in the list, can be moved to the front and can be removed from the list', async () => {
    const body = {
      name: { th: 'ดอกไม้', en: 'Flowers' },
      coins: 3,
      drawing: 'garland',
      effect: 'spark',
      offered: true,
    };
    const made = (await call('POST /operator/gift', body)).data as OperatorGift;
    const fans = async () =>
      (await api.call('GET /gift')).body.data.map(({ gift_id }: OperatorGift) => gift_id);
    expect((await fans()).at(-1)).toBe(made.gift_id);
    const ids = ((await read('GET /operator/gift')) as OperatorGift[]).map((one) => one.gift_id);
    const gift_ids = [made.gift_id, ...ids.filter((id) => id !== made.gift_id)];
    const order = { gift_ids, seen_ids: ids, reason };
    const missing = { ...order, gift_ids: gift_ids.slice(1) };
    expect((await call('PUT /operator/gift/order', missing)).status).toBe('request_invalid');
    await call('PUT /operator/gift/order', order);
    expect((await fans())[0]).toBe(made.gift_id);
    expect(await lastNote()).toMatchObject({
      reason,
      before: { order: expect.stringMatching(/, Flowers$/) },
      after: { order: expect.stringMatching(/^Flowers, /) },
    });
    // The order that this operator saw is stale.
    expect(await call('PUT /operator/gift/order', order)).toMatchObject({
      status: 'edit_stale',
      details: [{ path: 'by', message: 'Somsri' }],
    });
    const edit = { ...body, offered: false, version: made.version, reason };
    await call(`PUT /operator/gift/${made.gift_id}`, edit);
    expect(await fans()).not.toContain(made.gift_id);
  });

  test.each([
    ['a price of nothing', { coins: 0 }],
    ['a drawing that is not drawn', { drawing: 'car' }],
    ['an empty name', { name: { th: ' ', en: 'x' } }],
  ])('refuses %s', async (_, wrong) => {
    const [gift] = (await read('GET /operator/gift')) as OperatorGift[];
    if (gift === undefined) throw new Error('there are no gifts');
    const body = { ...fieldsOf(gift), ...wrong };
    expect((await call('POST /operator/gift', body)).status).toBe('request_invalid');
  });
});

describe('prices and rates', () => {
  test('a changed package is sold at the new price and is in the history', async () => {
    const { packages, custom } = await read('GET /operator/coin/package');
    const row = packages.find(({ package_id }: { package_id: number }) => package_id === 5);
    const body = { satang: 28_950, offered: true, version: row.version, reason };
    const path = 'PUT /operator/coin/package/5';
    expect((await call(path, body)).data).toMatchObject({ satang: 28_950, updated_by: 'Somsri' });
    expect((await call(path, body)).status).toBe('edit_stale');
    const sold = (await api.call('GET /coin/package')).body.data.packages;
    expect(sold).toContainEqual(expect.objectContaining({ id: 5, price_satang: 28_950 }));
    const price = { satang_per_coin: 99, version: custom.version, reason };
    expect((await call('PUT /operator/coin/custom-price', price)).data.satang_per_coin).toBe(99);
    expect((await call('PUT /operator/coin/custom-price', price)).status).toBe('edit_stale');
    expect((await read('GET /operator/coin/package')).changes).toEqual([
      expect.objectContaining({ package_id: null, satang_after: 99, by: 'Somsri', reason }),
      expect.objectContaining({ package_id: 5, satang_before: 30_000, satang_after: 28_950 }),
    ]);
  });

  test('entered rates replace the rates that the operator saw, and never later ones', async () => {
    const { version } = await read('GET /operator/rates');
    const body = {
      rates: [{ code: 'USD', rate: '0.0281' }],
      as_of: '2026-11-20',
      source: 'Treasury desk',
      version,
      reason,
    };
    expect((await call('PUT /operator/rates', body)).data).toMatchObject({
      rates: body.rates,
      by: 'Somsri',
      automatic: false,
      version: version + 1,
    });
    expect((await call('PUT /operator/rates', body)).status).toBe('edit_stale');
    const shown = await api.call('GET /coin/findOne/exchangeRate?base_code=THB');
    expect(shown.body.data).toMatchObject({ rates: body.rates, source: 'Treasury desk' });
    const future = { ...body, as_of: '2999-01-01', version: version + 1 };
    expect((await call('PUT /operator/rates', future)).status).toBe('request_invalid');
  });
});

describe('redeem codes', () => {
  const order = {
    kind: 'coin',
    coins: 50,
    prefix: 'KICK',
    count: 3,
    per_member: 'once',
    uses_max: 1,
    note: 'Prizes of the week',
  };
  const use = async (code: string) =>
    (
      await api.call('POST /redeem/useRedeem', {
        token: await api.signIn(await api.makeFan()),
        body: { code },
        headers: { 'idempotency-key': crypto.randomUUID() },
      })
    ).body;

  test('a batch is exported once, one code is redeemed, and the rest is disabled', async () => {
    const cashier = await api.makeStaff('cashier');
    const made = await call('POST /operator/code/batch', { name: 'kick', ...order }, cashier);
    expect(made.data).toMatchObject({ codes: 3, redeemed: 0, exported_at: null, coins: 50 });
    const path = `/operator/code/batch/${made.data.batch_id}`;
    const { csv } = (await call(`POST ${path}/export`, {})).data;
    const codes = csv.trim().split('\r\n').slice(1) as string[];
    expect(codes).toHaveLength(3);
    expect((await call(`POST ${path}/export`, {})).status).toBe('codes_exported');
    expect((await use(codes[0] ?? '')).data).toMatchObject({ coins: 50 });
    const listed = (await call(`GET ${path}/code?state=redeemed`)).data;
    expect(listed).toEqual([expect.objectContaining({ uses: 1, disabled_at: null })]);
    expect(listed[0].code).toMatch(/^KICK-····-····-[A-Z0-9]{4}$/);
    const [open] = (await call(`GET ${path}/code?state=open&limit=1`)).data;
    expect((await call(`POST /operator/code/${open.code_id}/disable`, { reason })).data).toEqual({
      code_id: open.code_id,
    });
    expect((await call(`POST /operator/code/${open.code_id}/disable`, { reason })).status).toBe(
      'code_disabled',
    );
    expect((await call(`POST ${path}/disable`, { reason })).data).toEqual({ disabled: 2 });
    for (const code of codes.slice(1)) expect((await use(code)).status).toBe('redeem_unusable');
    expect((await call(`GET ${path}`)).data).toMatchObject({ redeemed: 1, uses: 1, disabled: 3 });
    const found = (await call(`GET /operator/code/batch?search=${codes[2]}`)).data;
    expect(found).toEqual([expect.objectContaining({ batch_id: made.data.batch_id })]);
  });

  test('a batch above the coin limit of one person waits for the approval of another person', async () => {
    const author = await api.makeStaff('cashier', 'Anong');
    const second = await api.makeStaff('cashier', 'Boon');
    const create = (name: string, terms: object) =>
      call('POST /operator/code/batch', { name, ...order, ...terms }, author);
    const word = { prefix: undefined, count: undefined, code: 'ROPEADOPE', uses_max: undefined };
    expect((await create('rope', { ...word, note: '' })).status).toBe('request_invalid');
    const made = (await create('rope', word)).data;
    expect(made).toMatchObject({ waiting: true, worth_coins: null, own: true });
    expect((await use('ROPEADOPE')).status).toBe('redeem_not_found');
    const path = `/operator/code/batch/${made.batch_id}`;
    const approve = (staff: TestStaff) => call(`POST ${path}/approve`, undefined, staff);
    expect((await approve(author)).status).toBe('second_person_needed');
    expect((await use('ROPEADOPE')).status).toBe('redeem_not_found');
    const approved = { waiting: false, own: false, approved_by: 'Boon' };
    expect((await approve(second)).data).toMatchObject(approved);
    expect(await lastNote()).toMatchObject({
      before: { waiting: true },
      after: { waiting: false, by: 'Anong' },
    });
    expect((await approve(owner)).data).toMatchObject(approved);
    expect((await use('ROPEADOPE')).data).toMatchObject({ coins: 50 });
  });

  test('batches and adjustments share the coin limit of one person', async () => {
    const author = await api.makeStaff('cashier');
    const create = async (name: string, count: number) =>
      (await call('POST /operator/code/batch', { name, ...order, count }, author)).data;
    // The limit is 1 000 coins: two concurrent batches of 400 fit, and 400 more do not.
    const made = await Promise.all([create('a', 8), create('b', 8), create('c', 8)]);
    expect(made.filter(({ waiting }) => waiting)).toHaveLength(1);
    const limit = await call('GET /operator/adjustment/limit', undefined, author);
    expect(limit.data).toEqual({ alone_coins_max: 1_000, left_coins: 200 });
    const waiting = made.find((batch) => batch.waiting);
    const exported = await call(`POST /operator/code/batch/${waiting.batch_id}/export`, {}, author);
    expect(exported.status).toBe('codes_unapproved');
  });

  test('a name is taken once, and the pages of batches and codes continue', async () => {
    for (const name of ['one', 'two', 'three']) {
      await call('POST /operator/code/batch', { name, ...order });
    }
    const again = await call('POST /operator/code/batch', { name: 'two', ...order });
    expect(again.status).toBe('code_batch_exists');
    const word = { ...order, prefix: undefined, count: undefined, code: 'SABAI2026' };
    await call('POST /operator/code/batch', { name: 'word', ...word });
    const taken = await call('POST /operator/code/batch', { name: 'word 2', ...word });
    expect(taken.status).toBe('code_exists');
    const first = await call('GET /operator/code/batch?limit=2');
    expect(first.data.map(({ name }: { name: string }) => name)).toEqual(['word', 'three']);
    expect(first.data[0].exported_by).toBe('Somsri');
    const next = await call(`GET /operator/code/batch?limit=2&cursor=${first.next_cursor}`);
    expect(next.data[0].name).toBe('two');
    // A code without a limit has no counter, so its uses are counted from their rows.
    const open = { name: 'open', ...word, code: 'TANG2026', uses_max: undefined };
    const { batch_id } = (await call('POST /operator/code/batch', open)).data;
    const second = await api.makeStaff('cashier');
    await call(`POST /operator/code/batch/${batch_id}/approve`, undefined, second);
    expect((await use('TANG2026')).data).toMatchObject({ coins: 50 });
    const counted = { redeemed: 1, uses: 1 };
    expect((await call(`GET /operator/code/batch/${batch_id}`)).data).toMatchObject(counted);
    expect((await call(`GET /operator/code/batch/${batch_id}/code?state=redeemed`)).data).toEqual([
      expect.objectContaining({ uses: 1 }),
    ]);
    const wrong = { ...order, kind: 'live', name: 'wrong' };
    expect((await call('POST /operator/code/batch', wrong)).status).toBe('request_invalid');
  });
});

describe('partners', () => {
  const values = {
    name: 'Nak Muay',
    satang_per_day_max: 100_000,
    member_satang_per_day_max: 5_000,
  };

  test('get a key whose private half is shown once, rotate the key, and keep the settings from the console', async () => {
    const made = await call('POST /operator/partner', { map_system_id: 'nak', ...values });
    expect(made.data).toMatchObject({ kept_by: 'console', keys: [], active: true });
    expect((await call('POST /operator/partner', { map_system_id: 'nak', ...values })).status).toBe(
      'partner_exists',
    );
    const path = '/operator/partner/nak';
    const pair = (await call(`POST ${path}/key`, { key_id: '2026-11', reason })).data;
    const secret = JSON.parse(pair.private_jwk);
    expect(secret).toMatchObject({ kty: 'OKP', crv: 'Ed25519', kid: '2026-11' });
    const rows = await api.db.selectFrom('partner_key').select('public_jwk').execute();
    expect(JSON.stringify(rows)).not.toContain(secret.d);
    expect(JSON.stringify(await lastNote())).not.toContain(secret.d);
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const jwkOf = (key: typeof publicKey) => JSON.stringify(key.export({ format: 'jwk' }));
    const add = async (key_id: string, key: typeof publicKey) =>
      call(`POST ${path}/key`, { key_id, public_jwk: jwkOf(key), reason });
    expect((await add('2026-12', privateKey)).status).toBe('partner_key_invalid');
    expect((await add('2026-12', publicKey)).data.private_jwk).toBeNull();
    expect((await add('2026-12', publicKey)).status).toBe('partner_key_exists');
    const off = await call(`PUT ${path}/key/2026-11`, { active: false, reason });
    expect(off.data.keys).toEqual([
      expect.objectContaining({ key_id: '2026-11', active: false }),
      expect.objectContaining({ key_id: '2026-12', active: true }),
    ]);
    expect((await call(`PUT ${path}/key/none`, { active: false, reason })).status).toBe(
      'partner_key_not_found',
    );
    const edit = { ...values, name: 'Nak', active: false, version: off.data.version, reason };
    expect((await call(`PUT ${path}`, edit)).data).toMatchObject({ name: 'Nak', active: false });
    expect((await call(`PUT ${path}`, edit)).status).toBe('edit_stale');
    await loadFile([{ map_system_id: 'nak', name: 'From the file', keys: [] }]);
    expect((await read('GET /operator/partner'))[0]).toMatchObject({ name: 'Nak', active: false });
  });

  async function loadFile(partners: object[]): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'sangwian-partners-'));
    await writeFile(join(folder, 'partners.json'), JSON.stringify({ partners }));
    await loadPartners(api.db, join(folder, 'partners.json'));
    await rm(folder, { recursive: true });
  }
});
