import { deepStrictEqual } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { applyRequest, latestBout, viewOf } from './ledger-model.ts';
import type {
  LedgerRequest,
  LedgerState,
  LedgerView,
  ModelTerms,
  Outcome,
} from './ledger-types.ts';
import type { LedgerAnswer, LedgerWorld } from './ledger-world.ts';

/** The model of a run, and the requests that were sent. */
export interface LedgerModel {
  readonly terms: ModelTerms;
  state: LedgerState;
  readonly sent: LedgerRequest[];
}

/** A request without what depends on the state: a gift goes to the latest bout. */
export type RequestTemplate =
  | Exclude<LedgerRequest, { type: 'gift' }>
  | Omit<Extract<LedgerRequest, { type: 'gift' }>, 'bout'>
  /** Repeats an earlier request with its key; the number counts back from the last one. */
  | { readonly type: 'repeat'; readonly back: number };

export type LedgerCommand = fc.AsyncCommand<LedgerModel, LedgerWorld>;

const SHOW_ACTS: readonly string[] = ['rule', 'settle'];
const ORDERS_MAX = 24;

/** Returns every order of the items. */
function ordersOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    ordersOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}

/** Applies requests one after the other. Returns the state afterwards and the answers, in the order of `requests`. */
function predict(
  { state, terms }: LedgerModel,
  requests: readonly LedgerRequest[],
  order: readonly number[],
): { readonly state: LedgerState; readonly outcomes: readonly Outcome[] } {
  const next = structuredClone(state);
  const outcomes: Outcome[] = [];
  for (const index of order) {
    outcomes[index] = applyRequest(next, terms, requests[index] as LedgerRequest);
  }
  return { state: next, outcomes };
}

/** Sends requests at once. Some order of them has to explain all answers and all that fans see afterwards. */
export class SendCommand implements LedgerCommand {
  readonly #templates: readonly RequestTemplate[];
  #requests: readonly LedgerRequest[] = [];

  constructor(templates: readonly RequestTemplate[]) {
    this.#templates = templates;
  }

  /** A bout gets one ruling and is then settled; a group contains one act of the show. */
  check({ state, sent }: Readonly<LedgerModel>): boolean {
    const acts = this.#templates.filter(({ type }) => SHOW_ACTS.includes(type));
    if (acts.length > 1) return false;
    if (sent.length === 0 && this.#templates.some(({ type }) => type === 'repeat')) return false;
    const isOpen = latestBout(state).winner === null;
    return acts.every(({ type }) => (type === 'rule') === isOpen);
  }

  async run(model: LedgerModel, world: LedgerWorld): Promise<void> {
    const requests = this.#templates.map((template) => requestOf(model, template));
    this.#requests = requests;
    model.sent.push(...requests.filter(({ type }) => !SHOW_ACTS.includes(type)));
    const answers = await Promise.all(requests.map((request) => world.send(request)));
    const seen = await world.read();
    model.state = explain(model, requests, answers, seen);
  }

  toString(): string {
    const shown = this.#requests.length > 0 ? this.#requests : this.#templates;
    return shown.map((request) => JSON.stringify(request)).join(' with ');
  }
}

function requestOf({ state, sent }: LedgerModel, template: RequestTemplate): LedgerRequest {
  if (template.type === 'repeat')
    return sent.at(-1 - (template.back % sent.length)) as LedgerRequest;
  return template.type === 'gift' ? { ...template, bout: state.bouts.length - 1 } : template;
}

/** Returns the state that explains the answers. @throws {AssertionError} if no order of the requests explains them */
function explain(
  model: LedgerModel,
  requests: readonly LedgerRequest[],
  answers: readonly LedgerAnswer[],
  seen: LedgerView,
): LedgerState {
  const outcomes = answers.map(({ outcome }) => outcome);
  const orders = ordersOf([...requests.keys()]).slice(0, ORDERS_MAX);
  const predictions = orders.map((order) => predict(model, requests, order));
  const found = predictions.find(
    (one) =>
      isDeepStrictEqual(one.outcomes, outcomes) && isDeepStrictEqual(viewOf(one.state), seen),
  );
  if (found === undefined) {
    const [first] = predictions;
    deepStrictEqual(
      { outcomes, ...seen },
      { outcomes: first?.outcomes, ...(first && viewOf(first.state)) },
      'the API differs from the model',
    );
    throw new Error('no order of the requests explains the answers');
  }
  const [alone] = answers;
  const [request] = requests;
  if (
    requests.length === 1 &&
    alone?.balance != null &&
    request !== undefined &&
    'fan' in request
  ) {
    deepStrictEqual(
      alone.balance,
      found.state.wallets[request.fan]?.balance,
      'balance in the answer',
    );
  }
  return found.state;
}

/** Returns the arbitrary of commands. Numbers are small, so that keys, codes and orders meet again. */
export function ledgerCommands(
  terms: ModelTerms,
  fans: number,
  maxCommands: number,
): fc.Arbitrary<Iterable<LedgerCommand>> {
  const fan = fc.nat(fans - 1);
  const key = fc.nat(3);
  const ofFan = { fan, key };
  const gift = fc.record({
    type: fc.constant('gift' as const),
    ...ofFan,
    corner: fc.constantFrom('red', 'blue'),
    quantity: fc.integer({ min: 1, max: 9 }),
  });
  const redeem = fc.record({
    type: fc.constant('redeem' as const),
    ...ofFan,
    code: fc.nat(terms.codes.length - 1),
  });
  // Mostly one order for each fan, so that its decisions meet it.
  const orderKey = fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.constant(1) },
  );
  const order = fc.record({
    type: fc.constant('order' as const),
    fan,
    key: orderKey,
    pack: fc.nat(terms.packages.length - 1),
  });
  const decision = fc.record({
    type: fc.constantFrom('confirm-order', 'refund-order'),
    fan,
    key: orderKey,
  });
  const coins = fc.integer({ min: -150, max: 150 }).filter((value) => value !== 0);
  const adjust = fc.record({ type: fc.constant('adjust' as const), ...ofFan, coins });
  const confirm = fc.record({ type: fc.constant('confirm-adjustment' as const), key });
  const rule = fc.record({
    type: fc.constant('rule' as const),
    winner: fc.constantFrom('red', 'blue', 'draw', 'none'),
  });
  const settle = fc.constant({ type: 'settle' as const });
  const repeat = fc.record({ type: fc.constant('repeat' as const), back: fc.nat(5) });
  const asked: fc.Arbitrary<RequestTemplate> = fc.oneof(
    { weight: 8, arbitrary: gift },
    { weight: 2, arbitrary: redeem },
    { weight: 3, arbitrary: order },
    { weight: 4, arbitrary: decision },
    { weight: 4, arbitrary: adjust },
    { weight: 1, arbitrary: confirm },
    { weight: 3, arbitrary: repeat },
  );
  const show: fc.Arbitrary<RequestTemplate> = fc.oneof(rule, settle);
  const one = (template: fc.Arbitrary<RequestTemplate>) =>
    template.map((chosen) => new SendCommand([chosen]));
  const group = fc
    .array(fc.oneof({ weight: 6, arbitrary: asked }, { weight: 1, arbitrary: show }), {
      minLength: 2,
      maxLength: 4,
    })
    .map((templates) => new SendCommand(templates));
  const twice = asked.map((template) => new SendCommand([template, template]));
  return fc.commands([one(asked), one(asked), one(asked), one(show), one(show), group, twice], {
    maxCommands,
    size: 'max',
  });
}
