import { randomBytes } from 'node:crypto';
import { startTestApi, type TestApi, type TestStaff } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addApp,
  askChallenge,
  askToRegister,
  cookiesOf,
  makeOwner,
  ORIGIN,
  register,
  signIn,
} from './testing/passkey-kit.ts';
import {
  type AuthenticatorFaults,
  SoftwareAuthenticator,
} from './testing/software-authenticator.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const countPasskeys = async (staffId: string) =>
  (
    await api.db
      .selectFrom('staff_passkey')
      .select('staff_passkey_id')
      .where('staff_id', '=', staffId)
      .execute()
  ).length;

describe('adding a passkey', () => {
  test.each<[string, AuthenticatorFaults]>([
    ['of another origin', { origin: 'https://sangwian.evil' }],
    ['for another relying party', { rpId: 'sangwian.evil' }],
    ['without the verification of its user', { isVerified: false }],
  ])('is refused to an answer %s', async (_what, faults) => {
    const staff = await api.makeStaff('viewer');
    const { answer } = await register(api, staff, { faults });
    expect(answer.body.status).toBe('staff_passkey_invalid');
    expect(await countPasskeys(staff.staffId)).toBe(0);
  });

  test('lists the existing passkeys, so that an authenticator creates at most one', async () => {
    const { staff } = await makeOwner(api);
    const options = await askToRegister(api, staff);
    expect(options.body.data.excludeCredentials).toHaveLength(1);
  });

  test('is refused if the credential is registered for another account', async () => {
    const [first, second] = [await api.makeStaff('viewer'), await api.makeStaff('viewer')];
    const faults = { credentialId: randomBytes(32) };
    expect((await register(api, first, { faults })).answer.status).toBe(201);
    expect((await register(api, second, { faults })).answer.body.status).toBe(
      'staff_passkey_taken',
    );
  });

  test('is limited to ten passkeys, even if they are added concurrently', async () => {
    const staff = await api.makeStaff('viewer');
    for (let count = 0; count < 8; count += 1) await register(api, staff);
    const asked = await Promise.all(Array.from({ length: 4 }, () => askToRegister(api, staff)));
    const answers = await Promise.all(asked.map((options) => register(api, staff, { options })));
    const refused = answers.filter(
      ({ answer }) => answer.body.status === 'staff_passkey_limit_reached',
    );
    expect(refused).toHaveLength(2);
    expect(await countPasskeys(staff.staffId)).toBe(10);
    expect((await askToRegister(api, staff)).body.status).toBe('staff_passkey_limit_reached');
  });
});

describe('removing a passkey', () => {
  const remove = ({ headers }: TestStaff, passkeyId: string) =>
    api.call(`DELETE /operator/passkey/${passkeyId}`, { headers });

  test('leaves one second factor, even if two passkeys are removed concurrently', async () => {
    const staff = await api.makeStaff('viewer');
    const [first, second] = [await register(api, staff), await register(api, staff)];
    const answers = await Promise.all([
      remove(staff, first.passkeyId),
      remove(staff, second.passkeyId),
    ]);
    const statuses = answers.map(({ status, body }) => (status === 200 ? 200 : body.status));
    expect(statuses.sort()).toEqual([200, 'staff_factor_last']);
    await addApp(api, staff.staffId);
    const rest = statuses[0] === 200 && answers[0]?.status === 200 ? second : first;
    expect((await remove(staff, rest.passkeyId)).status).toBe(200);
  });

  test('is possible for a copied passkey without another factor, because the copy is already disabled', async () => {
    const staff = await api.makeStaff('viewer');
    const { passkeyId } = await register(api, staff);
    await api.db
      .updateTable('staff_passkey')
      .set({ cloned_at: new Date() })
      .where('staff_passkey_id', '=', passkeyId)
      .execute();
    expect((await remove(staff, passkeyId)).status).toBe(200);
  });
});

describe('an invited account', () => {
  async function invite() {
    const owner = await api.makeStaff('owner');
    const email = `${owner.staffId}.invited@sangwian.example`;
    const { body } = await api.call('POST /operator/invitation', {
      headers: owner.headers,
      body: { name: 'มาลี ศรีสุข', email, role: 'cashier' },
    });
    return new URL(body.data.link).searchParams.get('token') ?? '';
  }
  const begin = (token: string) =>
    api.call('POST /operator/invitation/passkey', { body: { token } });
  const account = { name: 'มาลี ศรีสุข', password: 'สังเวียนคืนนี้ลุ้นกันสุดใจ' };

  test('can register a passkey instead of an authenticator app, and signs in with it', async () => {
    const token = await invite();
    const authenticator = new SoftwareAuthenticator({ origin: ORIGIN });
    const options = await begin(token);
    const credential = authenticator.create(options.body.data);
    const created = await api.call('POST /operator/invitation/accept', {
      headers: { cookie: cookiesOf(options) },
      body: { ...account, token, passkey: { name: 'มือถือ', credential } },
    });
    expect(created.status).toBe(201);
    expect(created.body.data.me).toMatchObject({ has_totp: false, passkeys: 1, role: 'cashier' });
    expect(created.body.data.recovery_codes).toHaveLength(10);
    const signedIn = await signIn(api, authenticator);
    expect(signedIn.body.data.staff_id).toBe(created.body.data.me.staff_id);
    // Without the passkey, the account can sign in with its password and a recovery code.
    const recovered = await api.call('POST /operator/sign-in', {
      body: {
        ...{ email: created.body.data.me.email, password: account.password },
        code: created.body.data.recovery_codes[0],
      },
    });
    expect(recovered.status).toBe(200);
  });

  test('needs exactly one factor, and a challenge that belongs to its invitation', async () => {
    const [token, other] = [await invite(), await invite()];
    const authenticator = new SoftwareAuthenticator({ origin: ORIGIN });
    const options = await begin(other);
    const passkey = { name: 'มือถือ', credential: authenticator.create(options.body.data) };
    const accept = (change: object) =>
      api.call('POST /operator/invitation/accept', {
        headers: { cookie: cookiesOf(options) },
        body: { ...account, token, ...change },
      });
    expect((await accept({})).body.status).toBe('request_invalid');
    expect((await accept({ passkey, totp_code: '123456' })).body.status).toBe('request_invalid');
    expect((await accept({ passkey })).body.status).toBe('staff_challenge_expired');
  });
});

describe('challenges', () => {
  test('are limited for one IP address', async () => {
    const ask = () =>
      api.call('POST /operator/passkey/sign-in/options', { body: {}, ip: '10.9.9.9' });
    const answers = await Promise.all(Array.from({ length: 201 }, ask));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(200);
    expect((await ask()).body.status).toBe('rate_limited');
  });

  test('are kept for the ten latest pages of one browser', async () => {
    const { cookie } = await askChallenge(api);
    for (let count = 0; count < 15; count += 1) {
      await api.call('POST /operator/passkey/sign-in/options', { headers: { cookie }, body: {} });
    }
    const rows = await api.db
      .selectFrom('staff_challenge')
      .select(({ fn }) => ['device_hash', fn.countAll<number>().as('count')])
      .groupBy('device_hash')
      .execute();
    expect(Math.max(...rows.map(({ count }) => count))).toBe(10);
  });
});

test.each([
  ['http://192.168.1.10:8080', 'plain http away from this machine'],
  ['https://203.0.113.5', 'an address without a host name'],
])('no passkeys are offered at %s: %s', async (consoleUrl) => {
  const staff = { consoleUrl, secret: 'the staff secret of a test', localOwnerToken: '' };
  const site = await startTestApi({ config: { staff } });
  try {
    const options = await site.call('GET /operator/sign-in/options');
    expect(options.body.data).toMatchObject({ console_url: consoleUrl, passkeys: false });
    const refused = await site.call('POST /operator/passkey/sign-in/options', { body: {} });
    expect(refused.body.status).toBe('staff_site_insecure');
  } finally {
    await site.close();
  }
});
