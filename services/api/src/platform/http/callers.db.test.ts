import { hash, randomUUID } from 'node:crypto';
import { isComing } from '@sangwian/contract/coming';
import { ENDPOINTS } from '@sangwian/contract/contract';
import { startTestApi, TEST_OWNER_TOKEN, type TestApi } from '@sangwian/testkit/start-test-api';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createMembers,
  hashPassword,
  type Members,
} from '../../domains/identity/members/members.module.ts';
import {
  createSamplePartner,
  registerPartners,
} from '../../domains/identity/partners/testing/sample-partner.ts';
import { createProofs } from '../../domains/identity/proofs/proofs.module.ts';
import { createSessions, type Sessions } from '../../domains/identity/sessions/sessions.module.ts';
import { createWallet } from '../../domains/money/wallet/wallet.module.ts';
import { pickAll } from '../../domains/sport/predict/testing/pick-all.ts';
import { loadSampleSeason } from '../../sample-season/load.ts';
import { dueOf, isForStaff, ROWS } from './testing/all-rows.ts';
import {
  CALLERS,
  type Caller,
  type Due,
  PASSWORD,
  PIN,
  type Row,
  type Subject,
  SYSTEM,
  type World,
} from './testing/caller-rows.ts';

/**
 * Calls every endpoint of the contract as each kind of caller and checks status and code. A new endpoint needs a row in
 * `testing/*-rows.ts`: the table is typed by the contract, and a test counts the rows. `staff-callers.db.test.ts` calls
 * the endpoints for staff, which no member reaches.
 */
const HOUR_MS = 3_600_000;

let api: TestApi;
let members: Members;
let sessions: Sessions;
let world: World;
let passwordHash: string;
let pinHash: string;

beforeAll(async () => {
  api = await startTestApi();
  const clock = () => new Date();
  members = createMembers(api.db, createWallet(api.db));
  sessions = createSessions(api.db, api.bus, clock);
  const proofs = createProofs(api.db, clock);
  const partner = await createSamplePartner(SYSTEM);
  await registerPartners(api.db, [{ mapSystemId: SYSTEM, keys: [partner.jwk] }]);
  [passwordHash, pinHash] = await Promise.all([hashPassword(PASSWORD), hashPassword(PIN)]);
  const tonight = (await loadSampleSeason(api.db, { now: new Date() })).program_live_id;
  const live = await api.call(`GET /live/${tonight}`);
  const gifts = await api.call('GET /gift');
  const current = await api.call('GET /predict/current');
  const open = current.body.data.find(({ status }: { status: string }) => status === 'open');
  const filters = await api.call('GET /fighter/filters');
  world = {
    partner,
    tonight,
    stream: live.body.data.streams[0].match_live_stream_id,
    bout: live.body.data.current_match_live_id,
    match: live.body.data.matches[0].match_id,
    gift: gifts.body.data[0].gift_id,
    predicted: { program: open.program_id, picks: pickAll(open) },
    program: live.body.data.program_id,
    fighter: live.body.data.matches[0].red.fighter_id,
    division: filters.body.data.divisions[0].division_id,
    picture: await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
    prove: async (proof) => (await proofs.issue(api.db, proof)).token,
    freshPhone,
  };
});
afterAll(() => api.close());

let phones = 0;
function freshPhone(): string {
  phones += 1;
  return `09${String(10_000_000 + phones)}`;
}

interface Person extends Subject {
  readonly token: string;
}

async function makePerson(isExternal: boolean): Promise<Person> {
  const phone = isExternal ? null : freshPhone();
  const mapMemberId = isExternal ? randomUUID() : null;
  const memberId = await api.db.transaction().execute(async (trx) => {
    const id = await members.createMember(trx, {
      firstName: 'สมชาย',
      lastName: 'ใจดี',
      phone,
      password: null,
      passwordHash: isExternal ? null : passwordHash,
      ...(isExternal ? {} : { birthDate: '1990-01-01' }),
      ...(mapMemberId === null ? {} : { mapSystemId: SYSTEM, mapMemberId }),
    });
    if (!isExternal) await members.store.setPinHash(trx, id, pinHash);
    return id;
  });
  const { token, sessionId } = await sessions.start({ memberId, userAgent: 'walk', ip: '' });
  return { memberId, phone, mapMemberId, token, sessionId };
}

async function bar({ memberId }: Person, act: 'ban' | 'suspend' | 'close'): Promise<void> {
  const hours = act === 'suspend' ? { hours: 1 } : {};
  const { status } = await api.call(`POST /operator/member/${memberId}/${act}`, {
    token: TEST_OWNER_TOKEN,
    body: { reason: 'walk', version: 0, ...hours },
  });
  expect(status).toBe(200);
}

/** The caller's token, and the id of the member in the request. */
async function makeCaller(caller: Caller): Promise<{ token?: string; subject: Subject }> {
  const person = await makePerson(caller.startsWith('external'));
  if (caller === 'stale') {
    await api.db
      .updateTable('member_session')
      .set({ created_at: new Date(Date.now() - HOUR_MS) })
      .where('member_session_id', '=', person.sessionId)
      .execute();
  }
  if (caller === 'visitor') return { subject: person };
  if (caller === 'other') return { token: (await makePerson(false)).token, subject: person };
  if (caller === 'deleted') {
    const { memberId, token } = person;
    const gone = await api.call(`DELETE /auth/member/${memberId}`, {
      token,
      body: { expected_coins: 0 },
    });
    expect(gone.status).toBe(200);
  }
  if (caller === 'ban' || caller === 'suspend') await bar(person, caller);
  if (caller === 'closed') await bar(person, 'close');
  if (caller === 'external_ban') await bar(person, 'ban');
  return { token: person.token, subject: person };
}

test('has a row for every endpoint of the contract', () => {
  const served = Object.keys(ENDPOINTS).filter(
    (operation) => !isComing(operation) && !isForStaff(operation),
  );
  expect(Object.keys(ROWS).sort()).toEqual(served.sort());
});

test.each(Object.keys(ROWS) as (keyof typeof ROWS)[])(
  '%s gives each kind of caller the expected response',
  async (operation) => {
    const row: Row = ROWS[operation];
    const got: Partial<Record<Caller, Due>> = {};
    for (const caller of CALLERS) {
      const { token, subject } = await makeCaller(caller);
      const { params = {}, query: asked = {}, body, headers } = await row.call(subject, world);
      const address = operation.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
      const answer = await api.call(`${address}?${new URLSearchParams(asked)}`, {
        ...(token === undefined ? {} : { token }),
        ...(body === undefined ? {} : { body }),
        ...(headers === undefined ? {} : { headers }),
        // Rate limits per IP address are not tested here.
        ip: `10.${hash('sha256', `${operation}${caller}`, 'buffer').subarray(0, 3).join('.')}`,
      });
      got[caller] = answer.status < 400 ? answer.status : `${answer.status} ${answer.body?.status}`;
    }
    const due = Object.fromEntries(
      CALLERS.map((caller) => [caller, dueOf(row, ENDPOINTS[operation], caller)]),
    );
    expect(got).toEqual(due);
  },
);
