import { randomInt, randomUUID } from 'node:crypto';
import { createMembers } from '@sangwian/api/domains/identity/members/members.module';
import { createSessions } from '@sangwian/api/domains/identity/sessions/sessions.module';
import { createWallet } from '@sangwian/api/domains/money/wallet/wallet.module';
import { createInProcessBus } from '@sangwian/api/platform/bus/bus';
import type { Database } from '@sangwian/api/schema/database';
import { knownValues } from '@sangwian/api/testing/known-values';
import type { MemberId } from '@sangwian/contract/ids';
import { STAFF_ROLES } from '@sangwian/contract/permissions';
import type { Kysely } from 'kysely';
import { makeStaff } from '../make-staff.ts';
import type { CallWorld, FuzzCaller } from './api-calls.ts';
import { integer, type Random } from './fuzz-random.ts';
import { tinyPng } from './tiny-png.ts';

const COINS = 100_000;

export interface ApiWorld extends CallWorld {
  /** Private texts of the first member, which only this member and staff may receive. */
  readonly secrets: readonly string[];
}

export interface WorldOptions {
  readonly db: Kysely<Database>;
  readonly appKey: string;
  /** Sends a request to the API without a token. */
  readonly ask: (operation: string) => Promise<{ readonly body: { readonly data: never } }>;
  readonly programLiveId: string;
  readonly random: Random;
  readonly hasSlowBodies?: boolean;
}

interface Fan {
  readonly memberId: MemberId;
  readonly phone: string;
  readonly token: string;
  readonly sessionId: string;
}

async function makeFan(db: Kysely<Database>, lastName: string): Promise<Fan> {
  // Phone numbers must be unique in a database, also when a run is repeated with it.
  const phone = `09${String(randomInt(100_000_000)).padStart(8, '0')}`;
  const wallet = createWallet(db);
  const memberId = await db.transaction().execute(async (trx) => {
    const id = await createMembers(db, wallet).createMember(trx, {
      firstName: 'มานะ',
      lastName,
      phone,
      password: null,
      passwordHash: null,
      birthDate: '1990-01-01',
    });
    await wallet.grantCoins(trx, {
      memberId: id,
      coins: COINS,
      kind: 'grant',
      idempotencyKey: `fuzz:${randomUUID()}`,
    });
    return id;
  });
  const sessions = createSessions(db, createInProcessBus(), () => new Date());
  const { token, sessionId } = await sessions.start({ memberId, userAgent: 'fuzz', ip: '' });
  return { memberId, phone, token, sessionId };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Converts a number to letters, because names must not contain digits. */
const letters = (random: Random): string =>
  Array.from({ length: 12 }, () => String.fromCodePoint(0xe01 + integer(random, 40))).join('');

/** Creates new members and staff, because fuzzed requests ban, delete and sign out earlier ones. */
export async function makeApiWorld(options: WorldOptions): Promise<ApiWorld> {
  const { db, appKey, ask, programLiveId, random, hasSlowBodies = false } = options;
  const secretName = `ลับ${letters(random)}`;
  const first = await makeFan(db, secretName);
  const other = await makeFan(db, 'ใจดี');
  const staff = await Promise.all(STAFF_ROLES.map((role) => makeStaff(db, role)));
  const member: FuzzCaller = { name: 'member', headers: bearer(first.token) };
  const otherMember: FuzzCaller = { name: 'other', headers: bearer(other.token) };
  const callers: FuzzCaller[] = [
    ...[member, member, member, otherMember, otherMember],
    { name: 'visitor', headers: {} },
    { name: 'forged', headers: bearer('x'.repeat(43)) },
    ...staff.map(({ role, headers }) => ({ name: `staff ${role}`, headers })),
  ];
  const picture = tinyPng(24);
  const known = {
    ...(await knownValues(ask, programLiveId)),
    member_id: first.memberId,
    member_session_id: first.sessionId,
    phone: first.phone,
    q: secretName,
    watch_token: randomUUID(),
    chat_message_id: randomUUID(),
    expected_coins: 0,
    reason: 'fuzz',
    version: 0,
  };
  const secrets = [secretName, first.phone, `+66${first.phone.slice(1)}`, first.token];
  return { appKey, callers, known, picture, sentKeys: [], hasSlowBodies, secrets };
}
