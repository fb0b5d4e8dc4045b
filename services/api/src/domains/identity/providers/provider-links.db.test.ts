import { startTestApi, type TestApi, type TestFan } from '@sangwian/testkit/start-test-api';
import { startTestProviders, type TestProviders } from '@sangwian/testkit/start-test-providers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../platform/time/clock.ts';
import { createProofs } from '../proofs/proofs.module.ts';
import { REVOCATION_LIMITS } from './revocation-rules.ts';

let providers: TestProviders;
let api: TestApi;
beforeAll(async () => {
  providers = await startTestProviders();
  api = await startTestApi({ config: { providers: providers.settings } });
  await api.api.start();
});
afterAll(async () => {
  await api.close();
  await providers.close();
});

interface SignedInFan extends TestFan {
  readonly token: string;
}
async function makeFan(): Promise<SignedInFan> {
  const fan = await api.makeFan();
  return { ...fan, token: await api.signIn(fan) };
}

type ProviderName = 'line' | 'apple';
const PROVIDERS = ['line', 'apple'] as const;
const someoneAt = (provider: ProviderName) => providers[provider].persons.addStranger().subject;

/** The values that a browser brings back from a provider's sign-in. */
async function answerOf(provider: ProviderName, subject: string): Promise<object> {
  if (provider === 'line') return providers.goToLine(subject);
  const { posted, body } = await providers.goToApple(subject);
  await api.api.app.inject({
    method: 'POST',
    url: '/sign-in/apple',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: posted.toString(),
  });
  return body;
}

const link = async (provider: ProviderName, { token }: { token: string }, subject: string) =>
  api.call(`POST /auth/member/link/${provider}`, {
    token,
    body: await answerOf(provider, subject),
  });
const unlink = (what: string, { token }: { token: string }) =>
  api.call(`DELETE /auth/member/link/${what}`, { token });

const readProof = async (phone: string, memberId: string): Promise<string> => {
  const proofs = createProofs(api.db, systemClock);
  return (await proofs.issue(api.db, { purpose: 'link', phone, memberId })).token;
};
/** Runs the due revocations on another node, whose clock is some minutes ahead. */
async function runDueRevocations(): Promise<void> {
  const node = await startTestApi({
    config: { providers: providers.settings },
    databaseUrl: api.databaseUrl,
    clock: () => new Date(Date.now() + REVOCATION_LIMITS.graceMs),
  });
  await node.api.start();
  try {
    await expect.poll(() => api.db.selectFrom('link_revocation').selectAll().execute()).toEqual([]);
  } finally {
    await node.close();
  }
}
const OPERATIONS = { line: 'login', apple: 'login-v3' } as const;

let phones = 0;
const somePhone = (): string => {
  phones += 1;
  return `+6691${String(2_000_000 + phones)}`;
};

/** Creates a member without a phone and a password. */
async function makeProviderFan(provider: ProviderName): Promise<SignedInFan & { subject: string }> {
  const fan = await makeFan();
  const subject = someoneAt(provider);
  expect((await link(provider, fan, subject)).status).toBe(200);
  expect((await unlink('phone', fan)).status).toBe(200);
  await api.db
    .updateTable('member_credential')
    .set({ password_hash: null })
    .where('member_id', '=', fan.memberId)
    .execute();
  return { ...fan, subject };
}

describe.each(PROVIDERS)('POST /auth/member/link/%s', (provider) => {
  const taken = provider === 'line' ? 'line_linked' : 'apple_linked';

  test('links an account with which the member can then sign in', async () => {
    const fan = await makeFan();
    const subject = someoneAt(provider);
    const { status, body } = await link(provider, fan, subject);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ member_id: fan.memberId, links: { [provider]: true } });
    const signIn = await api.call(`POST /auth/member/${OPERATIONS[provider]}`, {
      body: await answerOf(provider, subject),
    });
    expect(signIn.body.data.member.member_id).toBe(fan.memberId);
  });

  test('accepts an account that is already linked to the member', async () => {
    const fan = await makeFan();
    const subject = someoneAt(provider);
    await link(provider, fan, subject);
    expect((await link(provider, fan, subject)).status).toBe(200);
  });

  test('refuses a second account of the provider, and the account of another member', async () => {
    const [fan, other] = [await makeFan(), await makeFan()];
    const subject = someoneAt(provider);
    await link(provider, fan, subject);
    const second = await link(provider, fan, someoneAt(provider));
    expect([second.status, second.body.status]).toEqual([409, 'link_taken']);
    const others = await link(provider, other, subject);
    expect([others.status, others.body.status]).toEqual([409, taken]);
  });

  test('links an account to one of many members who request it concurrently', async () => {
    const fans = await Promise.all(Array.from({ length: 5 }, makeFan));
    const subject = someoneAt(provider);
    const answers = await Promise.all(fans.map((fan) => link(provider, fan, subject)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers) if (status !== 200) expect(body.status).toBe(taken);
  });

  test('links one of many accounts that a member requests concurrently', async () => {
    const fan = await makeFan();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => link(provider, fan, someoneAt(provider))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers) {
      if (status !== 200) expect(body.status).toBe('link_taken');
    }
  });

  test('reports an invalid response of the provider', async () => {
    const fan = await makeFan();
    const given = await answerOf(provider, someoneAt(provider));
    const body = { ...given, nonce: 'somebody-elses-nonce' };
    const { status, body: refusal } = await api.call(`POST /auth/member/link/${provider}`, {
      token: fan.token,
      body,
    });
    expect([status, refusal.status]).toEqual([410, 'link_invalid']);
    expect(refusal.message).toBe('Account Linking Failed.');
  });

  test('requires a sign-in and a valid body', async () => {
    const given = await answerOf(provider, someoneAt(provider));
    const operation = `POST /auth/member/link/${provider}`;
    expect((await api.call(operation, { body: given })).status).toBe(401);
    const { token } = await makeFan();
    expect((await api.call(operation, { token, body: {} })).status).toBe(400);
  });
});

describe('POST /auth/member/link/phone', () => {
  const linkPhone = (token: string, body: object) =>
    api.call('POST /auth/member/link/phone', { token, body });

  test('links a proven phone and sets a password, with which the member can then sign in', async () => {
    const fan = await makeProviderFan('line');
    const phone = somePhone();
    const otp_token = await readProof(phone, fan.memberId);
    const password = 'corner12';
    const { status, body } = await linkPhone(fan.token, {
      // Typed on a Thai keyboard.
      phone: phone.replace('+66', '๐'),
      otp_token,
      password,
      confirm_password: password,
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ member_phone: phone, has_password: true });
    await api.signIn({ memberId: fan.memberId, phone, password });
  });

  test('links a phone without a password, and counts it as a way to sign in', async () => {
    const fan = await makeProviderFan('apple');
    const phone = somePhone();
    const otp_token = await readProof(phone, fan.memberId);
    expect((await linkPhone(fan.token, { phone, otp_token })).status).toBe(200);
    expect((await unlink('apple', fan)).status).toBe(200);
    expect((await unlink('phone', fan)).body.status).toBe('link_last');
  });

  test.each([
    ['phone_linked_line', 'line'],
    ['phone_linked_apple', 'apple'],
    ['phone_linked', null],
  ] as const)('has the error %s for another member’s phone', async (code, provider) => {
    const owner = await makeFan();
    if (provider !== null) await link(provider, owner, someoneAt(provider));
    const fan = await makeProviderFan('line');
    const phone = `+66${owner.phone.slice(1)}`;
    const otp_token = await readProof(phone, fan.memberId);
    const { status, body } = await linkPhone(fan.token, { phone, otp_token });
    expect([status, body.status]).toEqual([409, code]);
  });

  test('links a phone to one of many members who request it concurrently, and keeps the others’ proofs valid', async () => {
    const fans = await Promise.all(Array.from({ length: 4 }, () => makeProviderFan('line')));
    const phone = somePhone();
    const proofs = await Promise.all(fans.map(({ memberId }) => readProof(phone, memberId)));
    const answers = await Promise.all(
      fans.map(({ token }, index) => linkPhone(token, { phone, otp_token: proofs[index] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    for (const { status, body } of answers) {
      if (status !== 200) expect(body.status).toBe('phone_linked_line');
    }
  });

  test('accepts a proof once, and from its member only', async () => {
    const [fan, other] = [await makeProviderFan('line'), await makeProviderFan('line')];
    const phone = somePhone();
    const otp_token = await readProof(phone, fan.memberId);
    expect((await linkPhone(other.token, { phone, otp_token })).body.status).toBe(
      'otp_token_invalid',
    );
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => linkPhone(fan.token, { phone, otp_token })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
  });

  test.each([
    ['phone_invalid', { phone: '12' }],
    ['otp_token_invalid', { otp_token: 'x' }],
    ['password_weak', { password: 'short', confirm_password: 'short' }],
    ['password_common', { password: 'password1', confirm_password: 'password1' }],
    ['password_mismatch', { password: 'corner12', confirm_password: 'corner13' }],
    ['password_mismatch', { password: 'corner12' }],
  ])('answers %s to %o', async (code, change) => {
    const fan = await makeProviderFan('line');
    const phone = somePhone();
    const otp_token = await readProof(phone, fan.memberId);
    const { body } = await linkPhone(fan.token, { phone, otp_token, ...change });
    expect(body.status).toBe(code);
    // The refused request has not used up the proof.
    expect((await linkPhone(fan.token, { phone, otp_token })).status).toBe(200);
  });

  test('refuses to replace an existing phone or password', async () => {
    const fan = await makeFan();
    const phone = somePhone();
    const otp_token = await readProof(phone, fan.memberId);
    expect((await linkPhone(fan.token, { phone, otp_token })).body.status).toBe('link_taken');
    await link('line', fan, someoneAt('line'));
    await unlink('phone', fan);
    const passwords = { password: 'corner12', confirm_password: 'corner12' };
    const { body } = await linkPhone(fan.token, { phone, otp_token, ...passwords });
    expect(body.status).toBe('request_invalid');
    expect((await linkPhone(fan.token, { phone, otp_token })).status).toBe(200);
    await api.signIn({ ...fan, phone });
  });

  test('requires a sign-in', async () => {
    const body = { phone: somePhone(), otp_token: 'x' };
    expect((await api.call('POST /auth/member/link/phone', { body })).status).toBe(401);
  });
});

describe('DELETE /auth/member/link/{link}', () => {
  test.each(PROVIDERS)('removes a link and later revokes our access at %s', async (provider) => {
    const fan = await makeFan();
    const subject = someoneAt(provider);
    await link(provider, fan, subject);
    expect(providers[provider].isConnected(subject)).toBe(true);
    const { status, body } = await unlink(provider, fan);
    expect([status, body.data.links[provider]]).toEqual([200, false]);
    await runDueRevocations();
    expect(providers[provider].isConnected(subject)).toBe(false);
    // The same account can be linked again.
    expect((await link(provider, await makeFan(), subject)).status).toBe(200);
  });

  test.each(PROVIDERS)('allows linking a removed account of %s again at once', async (provider) => {
    const fan = await makeFan();
    const subject = someoneAt(provider);
    for (let round = 0; round < 8; round += 1) {
      expect((await link(provider, fan, subject)).status).toBe(200);
      expect((await unlink(provider, fan)).status).toBe(200);
    }
    expect((await link(provider, fan, subject)).status).toBe(200);
    // The revocations of the removed links do not end the new link.
    await runDueRevocations();
    expect(providers[provider].isConnected(subject)).toBe(true);
    await unlink(provider, fan);
    await runDueRevocations();
    expect(providers[provider].isConnected(subject)).toBe(false);
  });

  test('does not revoke our access to an account that another member has linked in the meantime', async () => {
    const [fan, other] = [await makeFan(), await makeFan()];
    const subject = someoneAt('line');
    await link('line', fan, subject);
    await unlink('line', fan);
    expect((await link('line', other, subject)).status).toBe(200);
    await runDueRevocations();
    expect(providers.line.isConnected(subject)).toBe(true);
  });

  test('counts the revocation in a metric until the provider has confirmed it', async () => {
    const fan = await makeFan();
    await link('line', fan, someoneAt('line'));
    await unlink('line', fan);
    const waiting = async () =>
      (await api.api.internal.inject('/metrics')).payload
        .split('\n')
        .filter((line) => line.startsWith('link_revocations_waiting{'));
    expect(await waiting()).toContain('link_revocations_waiting{provider="line",tried="no"} 1');
    await runDueRevocations();
    expect(await waiting()).toEqual([
      'link_revocations_waiting{provider="line",tried="no"} 0',
      'link_revocations_waiting{provider="line",tried="yes"} 0',
      'link_revocations_waiting{provider="apple",tried="no"} 0',
      'link_revocations_waiting{provider="apple",tried="yes"} 0',
    ]);
  });

  test('keeps the last way to sign in, also with concurrent requests', async () => {
    for (let round = 0; round < 4; round += 1) {
      const fan = await makeFan();
      await link('line', fan, someoneAt('line'));
      const answers = await Promise.all([unlink('line', fan), unlink('phone', fan)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      for (const { status, body } of answers)
        if (status !== 200) expect(body.status).toBe('link_last');
    }
  });

  test('refuses to remove a link that does not exist or has an unknown name', async () => {
    const fan = await makeFan();
    const { status, body } = await unlink('apple', fan);
    expect([status, body.status]).toEqual([404, 'link_missing']);
    expect((await unlink('carrier-pigeon', fan)).status).toBe(400);
    expect((await api.call('DELETE /auth/member/link/line')).status).toBe(401);
  });
});

test('retries a failed revocation, and gives up one that can never succeed', async () => {
  const fan = await makeFan();
  const subject = someoneAt('line');
  await link('line', fan, subject);
  const away = await startTestProviders();
  const line = away.settings.line;
  await away.close();
  const config = { providers: { ...providers.settings, line } };
  const lost = await startTestApi({ config });
  const { sealed_token } = await api.db
    .selectFrom('member_link')
    .select('sealed_token')
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();
  const owner = await lost.makeFan();
  const token = await lost.signIn(owner);
  await lost.db
    .insertInto('member_link')
    .values([
      { member_id: owner.memberId, provider: 'line', subject, sealed_token },
      {
        member_id: owner.memberId,
        provider: 'apple',
        subject: 'A',
        sealed_token: Buffer.from('sealed with another secret'),
      },
    ])
    .execute();
  for (const what of ['line', 'apple']) {
    expect((await lost.call(`DELETE /auth/member/link/${what}`, { token })).status).toBe(200);
  }
  const later = new Date(Date.now() + REVOCATION_LIMITS.graceMs);
  const node = await startTestApi({ config, databaseUrl: lost.databaseUrl, clock: () => later });
  await node.api.start();
  await expect
    .poll(() => lost.db.selectFrom('link_revocation').select(['provider', 'attempts']).execute())
    .toEqual([{ provider: 'line', attempts: 1 }]);
  const [{ next_attempt_at } = { next_attempt_at: new Date(0) }] = await lost.db
    .selectFrom('link_revocation')
    .select('next_attempt_at')
    .execute();
  expect(next_attempt_at.getTime()).toBeGreaterThan(later.getTime());
  await node.close();
  await lost.close();
});
