import { randomUUID } from 'node:crypto';
import { operateShow } from '@sangwian/api/domains/live/bout-control/testing/operate-show';
import { settleGifts } from '@sangwian/api/domains/live/gifts/testing/settle-gifts';
import type { Movement } from '@sangwian/contract/endpoints/coins';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { makeCode } from '../make-code.ts';
import type { TestAnswer, TestApi, TestFan, TestStaff } from '../start-test-api.ts';
import type {
  LedgerRequest,
  LedgerView,
  ModelTerms,
  ModelWallet,
  ModelWinner,
  Outcome,
} from './ledger-types.ts';

const HISTORY_MAX = 100;
const RESULTS = {
  red: { winner: 'red', method: 'decision' },
  blue: { winner: 'blue', method: 'tko', round: 1 },
  draw: { winner: 'draw', method: 'draw' },
  none: { winner: 'none', method: 'no_contest' },
} as const satisfies Record<ModelWinner, object>;

/** What all runs on one API share. */
export interface LedgerStage {
  readonly api: TestApi;
  /** The latest bout of the live, which the next run replaces. */
  bout: string;
  readonly giftId: string;
  readonly packages: ReadonlyArray<{ readonly packageId: number; readonly satang: number }>;
  readonly terms: ModelTerms;
  /** The kinds of answers so far, such as `gift: match_ended`. */
  readonly outcomes: Set<string>;
}

/** The API's answer to one request. */
export interface LedgerAnswer {
  readonly outcome: Outcome;
  /** The balance in the answer; `null` if the answer has none. */
  readonly balance: number | null;
}

/** Reads the prices of an API whose live of tonight is on air. */
export async function makeStage(
  api: TestApi,
  bout: string,
  terms: Pick<ModelTerms, 'startCoins' | 'aloneCoinsMax' | 'codes'>,
): Promise<LedgerStage> {
  const { body: gifts } = await api.call('GET /gift');
  const gift = gifts.data.find((one: { coins: number }) => one.coins === 10);
  const { body: offers } = await api.call('GET /coin/package');
  const chosen: { id: number; coin: number; coin_detail: number; price_satang: number }[] =
    offers.data.packages.slice(0, 2).concat(offers.data.packages.slice(4, 5));
  return {
    api,
    bout,
    outcomes: new Set(),
    giftId: gift.gift_id,
    packages: chosen.map(({ id, price_satang: satang }) => ({ packageId: id, satang })),
    terms: {
      ...terms,
      giftCoins: gift.coins,
      packages: chosen.map(({ coin, coin_detail: base }) => ({ base, bonus: coin - base })),
    },
  };
}

/** Fans, staff and bouts of one run on the API. The fans, the keys and the bouts are new. */
export class LedgerWorld {
  readonly #stage: LedgerStage;
  readonly #fans: ReadonlyArray<TestFan & { readonly token: string }>;
  readonly #staff: Readonly<Record<'caller' | 'cashier' | 'owner', TestStaff>>;
  readonly #codes: readonly string[];
  readonly #bouts: string[];
  readonly #keys = new Map<string, string>();
  /** The ids in the answers, by idempotency key. */
  readonly #made = new Map<string, string>();

  constructor(
    stage: LedgerStage,
    people: {
      readonly fans: ReadonlyArray<TestFan & { readonly token: string }>;
      readonly staff: Readonly<Record<'caller' | 'cashier' | 'owner', TestStaff>>;
      readonly codes: readonly string[];
      readonly bout: string;
    },
  ) {
    this.#stage = stage;
    this.#fans = people.fans;
    this.#staff = people.staff;
    this.#codes = people.codes;
    this.#bouts = [people.bout];
  }

  /** Sends one request, again while another one with its key is in progress. */
  async send(request: LedgerRequest): Promise<LedgerAnswer> {
    for (;;) {
      const answer = await this.#sendOnce(request);
      if (answer.status >= 500) throw new Error(`${JSON.stringify(request)}: ${answer.text}`);
      if (answer.body.status === 'idempotency_in_progress') continue;
      const { status, data } = answer.body;
      const isRefused = answer.status >= 400;
      const state: string = data?.adjustment_id === undefined ? 'ok' : data.state;
      const outcome: Outcome = isRefused ? status : state;
      this.#stage.outcomes.add(`${request.type}: ${outcome}`);
      if (!isRefused) this.#checkId(request, data.gift_log_id ?? data.order_id);
      return { outcome, balance: data?.balance ?? null };
    }
  }

  /** Reads what the fans see. */
  async read(): Promise<LedgerView> {
    const { api } = this.#stage;
    const wallets = this.#fans.map(async ({ memberId, token }): Promise<ModelWallet> => {
      const path = 'GET /auth/member/wallet';
      const wallet = await api.call(`${path}?member_id=${memberId}`, { token });
      const query = `member_id=${memberId}&limit=${HISTORY_MAX}`;
      const history = await api.call(`${path}/history?${query}`, { token });
      const movements: Movement[] = history.body.data;
      return {
        ...wallet.body.data,
        history: movements.toReversed().map(({ kind, coins, balance_after: balanceAfter }) => ({
          kind,
          coins,
          balanceAfter,
        })),
      };
    });
    const bars = this.#bouts.map(async (bout) => {
      const { body } = await api.call(`GET /giftLog/encouragementBar?match_live_id=${bout}`);
      return { red: body.data.red, blue: body.data.blue };
    });
    return { wallets: await Promise.all(wallets), bars: await Promise.all(bars) };
  }

  #sendOnce(request: LedgerRequest): Promise<TestAnswer> {
    const { cashier, owner } = this.#staff;
    const reason = 'by the model';
    switch (request.type) {
      case 'gift':
        return this.#sendGift(request);
      case 'redeem':
        return this.#sendAsFan('POST /redeem/useRedeem', request, {
          code: this.#codes[request.code],
        });
      case 'order': {
        const { packageId, satang } = this.#stage.packages[request.pack] ?? {};
        const body = { package_id: packageId, expected_satang: satang };
        return this.#sendAsFan('POST /order', request, body);
      }
      case 'confirm-order':
      case 'refund-order': {
        const id = this.#made.get(this.#keyOf({ ...request, type: 'order' })) ?? randomUUID();
        const action = request.type === 'confirm-order' ? 'confirm' : 'refund';
        return this.#sendAsStaff(cashier, `order/${id}/${action}`, { reason });
      }
      case 'adjust': {
        const path = `member/${this.#fans[request.fan]?.memberId}/adjustment`;
        const { coins } = request;
        const body = { adjustment_id: this.#keyOf({ ...request, fan: -1 }), coins, reason };
        return this.#sendAsStaff(cashier, path, body);
      }
      case 'confirm-adjustment': {
        const id = this.#keyOf({ ...request, type: 'adjust', fan: -1 });
        return this.#sendAsStaff(owner, `adjustment/${id}/confirm`, {});
      }
      case 'rule':
        return this.#direct(this.#staff.caller, { action: 'result', ...RESULTS[request.winner] });
      case 'settle':
        return this.#settle();
    }
  }

  /** Returns the idempotency key, or the id, that belongs to a number of the model. */
  #keyOf({ type, fan, key }: { type: string; fan: number; key: number }): string {
    const name = `${type}:${fan}:${key}`;
    const known = this.#keys.get(name) ?? randomUUID();
    this.#keys.set(name, known);
    return known;
  }

  /** A repeated request returns the id of the first one. */
  #checkId(request: LedgerRequest, id: string | undefined): void {
    if (request.type !== 'gift' && request.type !== 'order') return;
    const key = this.#keyOf(request);
    const first = this.#made.get(key);
    if (first !== undefined && first !== id) {
      throw new Error(`${JSON.stringify(request)} made ${first}, and then ${id}`);
    }
    this.#made.set(key, id ?? '');
  }

  #sendAsFan(
    what: string,
    request: { readonly type: string; readonly fan: number; readonly key: number },
    body: object,
  ): Promise<TestAnswer> {
    const token = this.#fans[request.fan]?.token ?? '';
    const headers = { 'idempotency-key': this.#keyOf(request) };
    return this.#stage.api.call(what, { token, body, headers });
  }

  #sendAsStaff({ headers }: TestStaff, path: string, body: object): Promise<TestAnswer> {
    return this.#stage.api.call(`POST /operator/${path}`, { headers, body });
  }

  #sendGift(request: Extract<LedgerRequest, { type: 'gift' }>): Promise<TestAnswer> {
    return this.#sendAsFan('POST /gift/send', request, {
      match_live_id: this.#bouts[request.bout],
      corner: request.corner,
      gift_id: this.#stage.giftId,
      quantity: request.quantity,
      expected_coins: request.quantity * this.#stage.terms.giftCoins,
    });
  }

  #direct(staff: TestStaff, act: { action: string; [field: string]: unknown }) {
    const calls = { call: this.#stage.api.call, makeStaff: async () => staff };
    return operateShow<TestAnswer>(calls, {
      ...act,
      bout: this.#bouts.at(-1) ?? '',
      by: staff.name,
    });
  }

  async #settle(): Promise<TestAnswer> {
    const answer = await this.#direct(this.#staff.owner, { action: 'confirm' });
    if (answer.status !== 200) return answer;
    await settleGifts(this.#stage.api);
    this.#bouts.push(await openBout(this.#stage));
    return answer;
  }
}

/** Replaces the latest bout of the live by a new one without gifts and result. Returns its `match_live_id`. */
async function openBout(stage: LedgerStage): Promise<string> {
  stage.bout = await stage.api.db.transaction().execute(async (trx) => {
    const old = await trx
      .updateTable('match_live')
      .set({ status: 'ended', round_number: null, round_started_at: null, replaced_at: new Date() })
      .where('match_live_id', '=', stage.bout)
      .returning(['bout_id', 'program_live_id'])
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('bout')
      .set({ winner: null, method: null, result_round: null, result_at: null })
      .where('bout_id', '=', old.bout_id)
      .execute();
    const row = await trx
      .insertInto('match_live')
      .values({ ...old, status: 'in_progress', resting: false })
      .returning('match_live_id')
      .executeTakeFirstOrThrow();
    return row.match_live_id;
  });
  return stage.bout;
}

/** Starts a run with new fans, staff, codes and a new bout. */
export async function makeWorld(stage: LedgerStage, fans: number): Promise<LedgerWorld> {
  const { api, terms } = stage;
  const makeFan = async () => {
    const fan = await api.makeFan({ coins: terms.startCoins, birthDate: '1990-01-01' });
    return { ...fan, token: await api.signIn(fan) };
  };
  const [caller, cashier, owner] = await Promise.all([
    api.makeStaff('show_caller'),
    api.makeStaff('cashier'),
    api.makeStaff('owner'),
  ]);
  return new LedgerWorld(stage, {
    fans: await Promise.all(Array.from({ length: fans }, makeFan)),
    staff: { caller, cashier, owner },
    codes: await Promise.all(
      terms.codes.map(({ coins, usesMax }) =>
        makeCode(api.db, {
          kind: 'coin',
          coins,
          ...(usesMax === null ? {} : { uses_max: usesMax }),
        }),
      ),
    ),
    bout: await openBout(stage),
  });
}

/** Checks the ledger. Returns its faults, and the balances of the house; escrows are one sum. */
export async function checkLedger({ api }: LedgerStage): Promise<{
  readonly faults: readonly string[];
  readonly balances: Readonly<Record<string, number>>;
}> {
  const { payload } = await api.api.internal.inject({
    method: 'POST',
    url: '/internal/ledger/check',
    headers: internalHeaders('the internal secret of a test'),
  });
  return JSON.parse(payload.trimEnd().split('\n').at(-1) ?? '').report;
}
