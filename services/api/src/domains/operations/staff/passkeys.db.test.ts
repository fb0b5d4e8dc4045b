import { startTestApi, type TestApi, type TestStaff } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askChallenge, cookiesOf, makeOwner, ORIGIN, send, signIn } from './testing/passkey-kit.ts';
import {
  type AuthenticatorFaults,
  SoftwareAuthenticator,
} from './testing/software-authenticator.ts';

const MINUTE_MS = 60_000;

let now = new Date();
let api: TestApi;
/** Another node on the same database. */
let node: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock: () => now });
  node = await startTestApi({ clock: () => now, databaseUrl: api.databaseUrl });
});
beforeEach(() => {
  now = new Date();
});
afterAll(async () => {
  await node.close();
  await api.close();
});

describe('a passkey', () => {
  test('is enough to sign in on any node, and the sign-in is recorded in the audit', async () => {
    const { staff, authenticator } = await makeOwner(api);
    const { options, cookie } = await askChallenge(api);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    const done = await send(node, authenticator.sign(options), cookie);
    expect(done.body.data).toMatchObject({
      ...{ staff_id: staff.staffId, role: 'owner', credential: 'session', passkeys: 1 },
      proved_at: now.toISOString(),
    });
    expect(cookiesOf(done)).toMatch(/sangwian_staff=[\w-]{43}/);
    const entries = await api.db
      .selectFrom('audit_entry')
      .select(['operation', 'parts'])
      .where('staff_id', '=', staff.staffId)
      .orderBy('audit_entry_id')
      .execute();
    expect(entries.map(({ operation }) => operation)).toEqual([
      'POST /operator/passkey/options',
      'POST /operator/passkey',
      'POST /operator/passkey/sign-in',
    ]);
    expect(entries[1]?.parts).toEqual({ body: { name: 'มือถือ', credential: '…' } });
  });

  test('is listed with its last use, and renamed', async () => {
    const { staff, authenticator, passkeyId } = await makeOwner(api);
    await signIn(api, authenticator);
    const path = `/operator/passkey/${passkeyId}`;
    const { headers } = staff;
    const renamed = await api.call(`PUT ${path}`, { headers, body: { name: ' กุญแจ ' } });
    expect(renamed.body.data.name).toBe('กุญแจ');
    const listed = await api.call('GET /operator/passkey', { headers });
    expect(listed.body.data).toMatchObject([
      { name: 'กุญแจ', last_used_at: now.toISOString(), cloned: false },
    ]);
    const other = await api.makeStaff('owner');
    const foreign = await api.call(`PUT ${path}`, { headers: other.headers, body: { name: 'x' } });
    expect(foreign.body.status).toBe('staff_passkey_not_found');
    const long = await api.call(`PUT ${path}`, { headers, body: { name: 'x'.repeat(61) } });
    expect(long.body.status).toBe('request_invalid');
  });

  test('is refused after its removal, and for a deactivated account', async () => {
    const { staff, authenticator, passkeyId } = await makeOwner(api);
    await api.db
      .updateTable('staff')
      .set({ deactivated_at: now })
      .where('staff_id', '=', staff.staffId)
      .execute();
    expect((await signIn(api, authenticator)).body.status).toBe('staff_deactivated');
    await api.db
      .updateTable('staff')
      .set({ deactivated_at: null })
      .where('staff_id', '=', staff.staffId)
      .execute();
    const { headers } = staff;
    const removed = await api.call(`DELETE /operator/passkey/${passkeyId}`, { headers });
    expect(removed.status).toBe(200);
    expect((await signIn(api, authenticator)).body.status).toBe('staff_passkey_unknown');
  });
});

describe('an assertion is refused', () => {
  test.each<[string, AuthenticatorFaults, string]>([
    ['of a page of another origin', { origin: 'https://sangwian.evil' }, 'staff_passkey_invalid'],
    ['of another port', { origin: 'http://localhost:8081' }, 'staff_passkey_invalid'],
    ['for another relying party', { rpId: 'sangwian.evil' }, 'staff_passkey_invalid'],
    ['without the verification of its user', { isVerified: false }, 'staff_passkey_invalid'],
    ['with a forged signature', { isForged: true }, 'staff_passkey_invalid'],
    ['for another account', { userHandle: 'AAAA' }, 'staff_passkey_invalid'],
    ['that names no account', { userHandle: null }, 'staff_passkey_invalid'],
    ['to an invented challenge', { challenge: 'QUJDRA' }, 'staff_challenge_expired'],
  ])('%s', async (_what, faults, code) => {
    const { authenticator } = await makeOwner(api);
    expect((await signIn(api, authenticator, faults)).body.status).toBe(code);
    expect((await signIn(api, authenticator)).status).toBe(200);
  });

  test('if its challenge was used; of five concurrent copies one is accepted', async () => {
    const { authenticator } = await makeOwner(api);
    const { options, cookie } = await askChallenge(api);
    const credential = authenticator.sign(options);
    const answers = await Promise.all(
      [api, node, api, node, api].map((on) => send(on, credential, cookie)),
    );
    const statuses = answers.map(({ status, body }) => (status === 200 ? 200 : body.status)).sort();
    expect(statuses).toEqual([200, ...Array(4).fill('staff_challenge_expired')]);
    expect((await send(api, credential, cookie)).body.status).toBe('staff_challenge_expired');
  });

  test('if its challenge belongs to another browser or to none', async () => {
    const { authenticator } = await makeOwner(api);
    const { options } = await askChallenge(api);
    const other = await askChallenge(api);
    const credential = authenticator.sign(options);
    expect((await send(api, credential, other.cookie)).body.status).toBe('staff_challenge_expired');
    expect((await send(api, credential, '')).body.status).toBe('staff_challenge_expired');
  });

  test('after five minutes', async () => {
    const { authenticator } = await makeOwner(api);
    const { options, cookie } = await askChallenge(api);
    now = new Date(now.getTime() + 5 * MINUTE_MS);
    expect((await send(api, authenticator.sign(options), cookie)).body.status).toBe(
      'staff_challenge_expired',
    );
  });

  test('if its challenge was created for a proof', async () => {
    const { staff, authenticator } = await makeOwner(api);
    const { headers } = staff;
    const proof = await api.call('POST /operator/passkey/proof/options', { headers, body: {} });
    const refused = await send(api, authenticator.sign(proof.body.data), cookiesOf(proof));
    expect(refused.body.status).toBe('staff_challenge_expired');
  });

  test('if its fields are not base64url, or are too long', async () => {
    const { authenticator } = await makeOwner(api);
    const { options, cookie } = await askChallenge(api);
    const { response, ...head } = authenticator.sign(options);
    for (const signature of ['***', 'A'.repeat(8_001), '']) {
      const broken = { ...head, response: { ...response, signature } };
      expect((await send(api, broken, cookie)).body.status).toBe('request_invalid');
    }
  });
});

describe('a counter', () => {
  test('that increases is accepted', async () => {
    const counting = new SoftwareAuthenticator({ origin: ORIGIN, signCount: 7 });
    const { authenticator } = await makeOwner(api, counting);
    expect((await signIn(api, authenticator)).status).toBe(200);
    expect((await signIn(api, authenticator)).status).toBe(200);
  });

  test.each([
    ['stays', 8],
    ['goes back', 3],
    ['is missing', 0],
  ])('that %s ends the passkey and every session of the account', async (_what, signCount) => {
    const counting = new SoftwareAuthenticator({ origin: ORIGIN, signCount: 7 });
    const { staff, authenticator } = await makeOwner(api, counting);
    expect((await signIn(api, authenticator)).status).toBe(200);
    const copied = await signIn(api, authenticator, { signCount });
    expect([copied.status, copied.body.status]).toEqual([403, 'staff_passkey_cloned']);
    const me = await node.call('GET /operator/me', { headers: staff.headers });
    expect(me.body.status).toBe('staff_sign_in_needed');
    // The server cannot distinguish the original from the copy, so the original is disabled too.
    expect((await signIn(api, authenticator)).body.status).toBe('staff_passkey_cloned');
    const row = await api.db
      .selectFrom('staff_passkey')
      .select('cloned_at')
      .where('staff_id', '=', staff.staffId)
      .executeTakeFirst();
    expect(row?.cloned_at).toEqual(now);
  });

  test('accepts one of two concurrent assertions with the same value', async () => {
    const counting = new SoftwareAuthenticator({ origin: ORIGIN, signCount: 7 });
    const { authenticator } = await makeOwner(api, counting);
    const [first, second] = [await askChallenge(api), await askChallenge(api)];
    const answers = await Promise.all([
      send(api, authenticator.sign(first.options, { signCount: 20 }), first.cookie),
      send(node, authenticator.sign(second.options, { signCount: 20 }), second.cookie),
    ]);
    const statuses = answers.map(({ status, body }) => (status === 200 ? 200 : body.status));
    expect(statuses.sort()).toEqual([200, 'staff_passkey_cloned']);
  });
});

describe('a proof by a passkey', () => {
  const age = ({ sessionId }: TestStaff) =>
    api.db
      .updateTable('staff_session')
      .set({ proved_at: new Date(Date.now() - 6 * MINUTE_MS) })
      .where('staff_session_id', '=', sessionId)
      .execute();

  async function prove({ headers }: TestStaff, authenticator: SoftwareAuthenticator) {
    const options = await api.call('POST /operator/passkey/proof/options', { headers, body: {} });
    return api.call('POST /operator/passkey/proof', {
      headers: { ...headers, cookie: `${headers.cookie}; ${cookiesOf(options)}` },
      body: { credential: authenticator.sign({ ...options.body.data }, { userHandle: null }) },
    });
  }

  test('allows a sensitive operation', async () => {
    const { staff, authenticator } = await makeOwner(api);
    await age(staff);
    const { headers } = staff;
    const renew = () => api.call('POST /operator/recovery-code', { headers, body: {} });
    expect((await renew()).body.status).toBe('staff_proof_needed');
    const proved = await prove(staff, authenticator);
    expect(proved.body.data.proved_at).toBe(now.toISOString());
    expect((await renew()).status).toBe(200);
  });

  test('is refused with the passkey of another account', async () => {
    const [{ staff }, other] = [await makeOwner(api), await makeOwner(api)];
    await age(staff);
    expect((await prove(staff, other.authenticator)).body.status).toBe('staff_passkey_unknown');
  });
});
