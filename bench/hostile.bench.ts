import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createLogger } from '@sangwian/node-kit/logger';
import { io, type Socket } from 'socket.io-client';
import { createMembers } from '../services/api/src/domains/identity/members/members.module.ts';
import { createSessions } from '../services/api/src/domains/identity/sessions/sessions.module.ts';
import { createWallet } from '../services/api/src/domains/money/wallet/wallet.module.ts';
import { createInProcessBus } from '../services/api/src/platform/bus/bus.ts';
import { createDatabase } from '../services/api/src/platform/database/create-database.ts';
import { loadSampleSeason } from '../services/api/src/sample-season/load.ts';
import { HOSTILE_TEXTS, harmlessText } from '../services/api/src/testing/hostile-texts.ts';
import { knownValues } from '../services/api/src/testing/known-values.ts';
import {
  callWith,
  ENDPOINT_PARTS,
  EVENT_PARTS,
  type TextField,
  withText,
} from '../services/api/src/testing/text-fields.ts';
import { type Bench, percentile, type Report } from './figure.ts';
import { type ApiAlone, startApiAlone } from './support/api-alone.ts';

const GOAL = 3;
/**
 * Number of calls per text to find the most expensive text of a field; then calls per turn, and turns, to compare that
 * text with a harmless text.
 */
const TRIED = 3;
const MEASURED = 10;
const TURNS = 9;
/** Length of texts for fields with a format and no maximum length. */
const FORMAT_UNITS = 64;
/** Each fan may send five messages a second. */
const FANS = 60;
const phoneOf = (index: number): string => `0899${String(100_000 + index)}`;
/** A message of 200 graphemes in 1 000 code units, as cheering crowds send. */
const HARMLESS_LINE = `${'👩‍👩‍👧‍👦'.repeat(50)}${'กี่'.repeat(150)}`;

interface Fan {
  readonly memberId: string;
  readonly token: string;
}

async function makeFans(databaseUrl: string): Promise<{ fans: Fan[]; live: string }> {
  const logger = createLogger('bench', 'silent');
  const db = createDatabase(databaseUrl, logger);
  try {
    const { program_live_id } = await loadSampleSeason(db, { now: new Date() });
    const members = createMembers(db, createWallet(db));
    const sessions = createSessions(db, createInProcessBus(), () => new Date());
    const fans: Fan[] = [];
    for (let index = 0; index < FANS; index += 1) {
      const memberId = await db.transaction().execute((trx) =>
        members.createMember(trx, {
          firstName: 'สมชาย',
          lastName: 'ใจดี',
          phone: phoneOf(index),
          password: null,
          passwordHash: null,
        }),
      );
      const { token } = await sessions.start({ memberId, userAgent: 'bench', ip: '' });
      fans.push({ memberId, token });
    }
    return { fans, live: program_live_id };
  } finally {
    await db.destroy();
  }
}

/** Returns the CPU time of a process's main thread. */
const cpuMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;

type Send = (text: string) => Promise<unknown>;

interface Measured {
  readonly field: string;
  readonly units: number;
  readonly kind: string;
  readonly harmlessMs: number;
  readonly ratio: number;
}

/**
 * Compares the most expensive text of a given length with a harmless text of the same length. The field may refuse
 * either text.
 */
async function measureField(
  pid: number,
  field: string,
  { units, harmless, send }: { units: number; harmless: readonly string[]; send: Send },
): Promise<Measured> {
  const timed = async (text: string, times: number): Promise<number> => {
    const before = cpuMs(pid);
    for (let time = 0; time < times; time += 1) await send(text);
    return (cpuMs(pid) - before) / times;
  };
  const findMostExpensive = async (texts: readonly (readonly [kind: string, text: string])[]) => {
    let found = { kind: '', text: '', ms: 0 };
    for (const [kind, text] of texts) {
      const ms = await timed(text, TRIED);
      if (ms > found.ms) found = { kind, text, ms };
    }
    return found;
  };
  const hostile = await findMostExpensive(
    Object.entries(HOSTILE_TEXTS).map(([kind, make]) => [kind, make(units)]),
  );
  const usual = await findMostExpensive(harmless.map((text) => ['', text]));
  const harmlessMs: number[] = [];
  const ratios: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const base = await timed(usual.text, MEASURED);
    harmlessMs.push(base);
    ratios.push((await timed(hostile.text, MEASURED)) / base);
  }
  return {
    field,
    units,
    kind: hostile.kind,
    harmlessMs: percentile(harmlessMs, 0.5),
    ratio: percentile(ratios, 0.5),
  };
}

const nameOf = ({ path }: TextField): string => path.join('.');

async function measureEndpoints(
  server: ApiAlone,
  fan: Fan,
  known: Record<string, unknown>,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const part of ENDPOINT_PARTS) {
    for (const field of part.fields) {
      const units = field.unitsMax ?? FORMAT_UNITS;
      const send: Send = async (text) => {
        const { what, body } = callWith(part, field.path, text, known);
        const [method = 'GET', path = ''] = what.split(' ', 2);
        const answer = await fetch(`${server.api}${path}`, {
          method,
          headers: {
            'x-app-key': server.appKey,
            'idempotency-key': randomUUID(),
            ...(part.operation === 'POST /auth/member/logout'
              ? {}
              : { authorization: `Bearer ${fan.token}` }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        await answer.arrayBuffer();
      };
      const name = `${part.name} ${nameOf(field)}`;
      const usual = known[String(field.path.at(-1))];
      const harmless = [harmlessText(units), ...(typeof usual === 'string' ? [usual] : [])];
      measured.push(await measureField(server.pid, name, { units, harmless, send }));
    }
  }
  return measured;
}

async function openSockets(server: ApiAlone, fans: readonly Fan[]): Promise<Socket[]> {
  const site = new URL(server.api).origin;
  return Promise.all(
    fans.map(
      ({ token }) =>
        new Promise<Socket>((done, failed) => {
          const socket = io(`${site}/event`, {
            transports: ['websocket'],
            forceNew: true,
            auth: { app_key: server.appKey, access_token: token },
          });
          socket.once('connect', () => done(socket));
          socket.once('connect_error', failed);
        }),
    ),
  );
}

async function measureEvents(
  server: ApiAlone,
  fans: readonly Fan[],
  known: Record<string, unknown>,
): Promise<Measured[]> {
  const sockets = await openSockets(server, fans);
  const measured: Measured[] = [];
  let turn = 0;
  for (const part of EVENT_PARTS) {
    for (const field of part.fields) {
      // Only the message texts are hostile, because invalid ids are refused and disconnect their sender.
      if (field.unitsMax === null) continue;
      const send: Send = async (text) => {
        turn += 1;
        const values = { ...known, chat_message_id: randomUUID() };
        const payload = withText(part.sample(values), field.path, text);
        await sockets[turn % sockets.length]?.timeout(10_000).emitWithAck(part.name, payload);
      };
      const name = `${part.name} ${nameOf(field)}`;
      const units = field.unitsMax;
      measured.push(
        await measureField(server.pid, name, { units, harmless: [HARMLESS_LINE], send }),
      );
    }
  }
  for (const socket of sockets) socket.disconnect();
  return measured;
}

async function measure(): Promise<Report> {
  const server = await startApiAlone({ RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_PER_SESSION: '0' });
  try {
    const { fans, live } = await makeFans(server.databaseUrl);
    const [fan] = fans;
    if (fan === undefined) throw new Error('there is no fan');
    const known = {
      ...(await knownValues(async (operation) => {
        const answer = await fetch(`${server.api}${operation.slice('GET '.length)}`, {
          headers: { 'x-app-key': server.appKey },
        });
        return { body: (await answer.json()) as { data: never } };
      }, live)),
      member_id: fan.memberId,
      phone: phoneOf(0),
    };
    const measurements = [
      ...(await measureEvents(server, fans, known)),
      ...(await measureEndpoints(server, fan, known)),
    ].sort((a, b) => b.ratio - a.ratio);
    return {
      table: [
        ['field', 'units', 'hardest text', 'harmless, ms of CPU', 'ratio'],
        ...measurements.map(({ field, units, kind, harmlessMs, ratio }) => [
          field,
          String(units),
          kind,
          harmlessMs.toFixed(2),
          ratio.toFixed(2),
        ]),
      ],
      figures: [
        {
          id: 'hostile-text',
          value: measurements[0]?.ratio ?? 0,
          goal: GOAL,
          sense: 'at-most',
          unit: ' ×',
        },
        {
          id: 'hostile-chat-line',
          value: measurements.find(({ field }) => field === 'chat:send text')?.ratio ?? 0,
          goal: GOAL,
          sense: 'at-most',
          unit: ' ×',
        },
      ],
    };
  } finally {
    await server.stop();
  }
}

export const bench: Bench = {
  about:
    'the longest hostile text ÷ a harmless one of that length, by the CPU of a call, for every text field',
  run: measure,
};
