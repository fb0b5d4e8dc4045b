import { randomUUID } from 'node:crypto';
import type { RequestOf } from '@sangwian/contract/contract';
import type { Show } from '@sangwian/contract/endpoints/operator/show';
import { callApi } from './fan.ts';
import type { RunFile } from './start-stack.ts';

type BoutAct = `POST /operator/show/bouts/{match_live_id}/${'direct' | 'gifts' | 'result'}`;

const readShow = async (run: RunFile): Promise<Show> =>
  (await callApi(run, run.operator_token, 'GET /operator/show', { query: {} })).data;

const findBout = ({ bouts }: Show, id: string) => {
  const bout = bouts.find(({ match_live_id }) => match_live_id === id);
  if (bout === undefined) throw new Error(`bout ${id} is not on the card`);
  return bout;
};

/** Acts on a bout as the local owner, as another operator would. The console has not seen these acts. */
async function actOn(run: RunFile, id: string, operation: BoutAct, body: object): Promise<void> {
  const { version } = findBout(await readShow(run), id);
  await callApi(run, run.operator_token, operation, {
    params: { match_live_id: id },
    body: { act_id: randomUUID(), version, ...body },
  } as RequestOf<BoutAct>);
}

/** Switches the gifts of a bout off and on again, which counts as two changes by a colleague. */
export async function switchGiftsTwice(run: RunFile, id: string): Promise<void> {
  for (const on of [false, true]) {
    await actOn(run, id, 'POST /operator/show/bouts/{match_live_id}/gifts', { on });
  }
}

/**
 * Brings a bout into its third round, as in the sample data, and returns the bout's position on the card. A repeated
 * journey therefore finds the bouts in the same state as its first run.
 */
export async function bringBoutIntoRing(run: RunFile): Promise<number> {
  const direct = (id: string, action: string, more: object = {}) =>
    actOn(run, id, 'POST /operator/show/bouts/{match_live_id}/direct', { action, ...more });
  const { bouts } = await readShow(run);
  for (const { match_live_id: id, status, decision, result } of bouts) {
    if (status !== 'ended' || decision !== null || result !== null) continue;
    const draw = { winner: 'draw', method: 'draw' };
    await actOn(run, id, 'POST /operator/show/bouts/{match_live_id}/result', draw);
  }
  const current =
    bouts.find(({ status }) => status === 'in_progress') ??
    bouts.find(({ status }) => status === 'not_started');
  if (current === undefined) throw new Error('every bout of the card has ended');
  const { match_live_id: id, order, status } = current;
  if (status === 'not_started') await direct(id, 'start');
  for (;;) {
    const { round } = findBout(await readShow(run), id);
    if (round === null) throw new Error(`bout ${order} has no round`);
    if (round.number >= 3 && !round.resting) return order;
    if (round.resting) await direct(id, 'round', { number: round.number + 1 });
    else await direct(id, 'rest');
  }
}
