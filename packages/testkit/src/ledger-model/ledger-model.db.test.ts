import { randomInt } from 'node:crypto';
import { createDatabase } from '@sangwian/api/platform/database/create-database';
import { loadSampleSeason } from '@sangwian/api/sample-season/load';
import type { Database } from '@sangwian/api/schema/database';
import { createLogger } from '@sangwian/node-kit/logger';
import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import {
  type LedgerCommand,
  type LedgerModel,
  ledgerCommands,
  type RequestTemplate,
  SendCommand,
} from './ledger-commands.ts';
import { houseOf, newLedger } from './ledger-model.ts';
import type { ModelCorner, ModelWinner } from './ledger-types.ts';
import { checkLedger, type LedgerStage, makeStage, makeWorld } from './ledger-world.ts';

const IS_LONG = process.env.LONG_FORMS === '1';
/** A failure prints its seed; `LEDGER_MODEL_SEED` repeats it. */
const SEED = Number(process.env.LEDGER_MODEL_SEED ?? randomInt(2 ** 31));
const RUNS = IS_LONG ? 300 : 6;
/** On a slow machine, later runs are left out. */
const RUNS_MS_MAX = IS_LONG ? 480_000 : 4_000;
const COMMANDS_MAX = IS_LONG ? 60 : 30;
/** A failed run is shrunk by many more runs. */
const SHRINKING_MS_MAX = 600_000;
const FANS = 2;
const TERMS = {
  startCoins: 60,
  aloneCoinsMax: 400,
  codes: [
    { coins: 40, usesMax: null },
    { coins: 70, usesMax: 1 },
  ],
};

let api: TestApi;
let stage: LedgerStage;
/** Connection as the tables' owner, which may change functions. */
let owner: Kysely<Database>;
beforeAll(async () => {
  const staff = { adjustmentAloneCoinsMax: TERMS.aloneCoinsMax };
  api = await startTestApi({ config: { staff } });
  owner = createDatabase(api.databaseUrl, createLogger('test', 'silent'), { connectionsMax: 1 });
  const { program_live_id: live } = await loadSampleSeason(api.db, { now: new Date() });
  const { body } = await api.call(`GET /live/${live}`);
  stage = await makeStage(api, body.data.current_match_live_id, TERMS);
});
afterAll(async () => {
  await owner.destroy();
  await api.close();
});

/** Runs commands on the model and on the API, with new members. */
async function runCommands(commands: Iterable<LedgerCommand>): Promise<LedgerModel> {
  const world = await makeWorld(stage, FANS);
  const model = { terms: stage.terms, state: newLedger(stage.terms, FANS), sent: [] };
  await fc.asyncModelRun(() => ({ model, real: world }), commands);
  return model;
}

/** Runs commands, and compares the accounts of the house. */
async function checkRun(commands: Iterable<LedgerCommand>): Promise<void> {
  const before = await checkLedger(stage);
  const house = houseOf((await runCommands(commands)).state);
  const { faults, balances } = await checkLedger(stage);
  expect(faults).toEqual([]);
  const moved = Object.keys(house).map((name) => [
    name,
    (balances[name] ?? 0) - (before.balances[name] ?? 0),
  ]);
  expect(Object.fromEntries(moved)).toEqual(house);
}

/** A change of an SQL function: its name, and a part of its text with the wrong text. */
type Change = readonly [name: string, right: string, wrong: string];

const definitionOf = async (name: string): Promise<string> => {
  const { rows } = await sql<{ text: string }>`
    select pg_get_functiondef(${name}::regproc) as text`.execute(owner);
  return rows[0]?.text ?? '';
};

/** Replaces parts of SQL functions while `run` runs. */
async function withBug<Result>(
  changes: readonly Change[],
  run: () => Promise<Result>,
): Promise<Result> {
  const originals: string[] = [];
  try {
    for (const [name, right, wrong] of changes) {
      const text = await definitionOf(name);
      if (!text.includes(right)) throw new Error(`${name} has no ${right}`);
      originals.unshift(text);
      await sql.raw(text.replace(right, () => wrong)).execute(owner);
    }
    return await run();
  } finally {
    for (const text of originals) await sql.raw(text).execute(owner);
  }
}

const gift = (quantity: number, corner: ModelCorner = 'red', fan = 0): RequestTemplate => ({
  type: 'gift',
  fan,
  key: quantity,
  corner,
  quantity,
});
const [ORDER, CONFIRM, REFUND] = [
  { type: 'order', fan: 0, key: 0, pack: 0 },
  { type: 'confirm-order', fan: 0, key: 0 },
  { type: 'refund-order', fan: 0, key: 0 },
] as const satisfies RequestTemplate[];
const REPEAT = { type: 'repeat', back: 0 } as const;
const SETTLE = { type: 'settle' } as const;
const rule = (winner: ModelWinner): RequestTemplate => ({ type: 'rule', winner });

/** Bugs with the commands that find them, as fast-check shrinks them. */
const BUGS: ReadonlyArray<
  readonly [name: string, commands: readonly RequestTemplate[], changes: readonly Change[]]
> = [
  [
    'a settlement that misses the refund of a small gift',
    [gift(2, 'blue'), gift(4, 'blue', 1), rule('red'), SETTLE],
    [
      ['refund_gifts', 'where side.coins > 0', 'where side.coins > 30'],
      ['close_escrows', 'if side.keep and side.coins > 0', 'if side.coins > 0'],
    ],
  ],
  [
    'a repeated key that charges twice',
    [gift(1), REPEAT],
    [['hold_gifts', "'gift', key, member", "'gift', key || id::text, member"]],
  ],
  ['a gift beyond the balance', [gift(7)], [['hold_gifts', 'w.balance_coins < l.amount', 'false']]],
  [
    'a gift of a member who owes coins that is refused for another reason',
    [ORDER, CONFIRM, gift(7), REFUND, gift(1)],
    [['hold_gifts', 'd.account_id is not null', 'false']],
  ],
  [
    'a gift after the end of the bout',
    [rule('red'), gift(1)],
    [['send_gifts', 'refusal is null, members', 'true, members']],
  ],
  [
    'a bar that counts several gifts as one',
    [gift(3, 'blue')],
    [
      [
        'send_gifts',
        "sum(quantity) filter (where corner = 'blue')",
        "count(*) filter (where corner = 'blue')",
      ],
    ],
  ],
  [
    'a wrong balance in the history after a debt is paid',
    [ORDER, CONFIRM, gift(7), REFUND, rule('none'), SETTLE],
    [['refund_gifts', 'member_id, balance_coins - coins', 'member_id, balance_coins']],
  ],
];

/** Answers that a long run has to meet. */
const OUTCOMES = [
  'gift: ok',
  'gift: match_ended',
  'gift: gift_balance_insufficient',
  'gift: wallet_blocked',
  'gift: idempotency_conflict',
  'redeem: ok',
  'redeem: redeem_already_used',
  'order: idempotency_conflict',
  'confirm-order: ok',
  'refund-order: ok',
  'adjust: done',
  'adjust: open',
  'adjust: balance_insufficient',
  'adjust: idempotency_conflict',
  'confirm-adjustment: done',
];

const run = (templates: readonly RequestTemplate[]) =>
  runCommands(templates.map((template) => new SendCommand([template])));

describe('the ledger model', () => {
  it(
    'explains the answers, balances, bars and histories of the API',
    async () => {
      const endsAt = performance.now() + RUNS_MS_MAX;
      let hasFailed = false;
      const property = fc.asyncProperty(
        ledgerCommands(stage.terms, FANS, COMMANDS_MAX),
        async (commands) => {
          if (!hasFailed && performance.now() > endsAt) return;
          await checkRun(commands).catch((error: unknown) => {
            hasFailed = true;
            throw error;
          });
        },
      );
      await fc.assert(property, { seed: SEED, numRuns: RUNS });
      if (IS_LONG) expect([...stage.outcomes]).toEqual(expect.arrayContaining(OUTCOMES));
    },
    RUNS_MS_MAX + SHRINKING_MS_MAX,
  );

  it.each(BUGS)('finds %s', async (_name, commands, changes) => {
    await run(commands);
    await withBug(changes, () => expect(run(commands)).rejects.toThrow());
  });
});
