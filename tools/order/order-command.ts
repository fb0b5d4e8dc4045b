import type { CallStaff, Command } from '../operator/call-staff.ts';
import { readArguments, readReason, UsageError } from '../operator/command-line.ts';

export const USAGE = `Usage:
  npm run order -- list                                         orders, slips and refunds that wait for an operator
  npm run order -- show     <order number or id>
  npm run order -- slip     <slip id>                           writes its picture to this folder
  npm run order -- confirm  <order number or id> --reason "…"   the money has arrived: credits the coins
  npm run order -- reject   <order number or id> --reason "…"   the money has not arrived
                   … --slip <slip id>                           selects a slip if several wait
  npm run order -- refund   <order number or id> --reason "…"   refunds all of its baht and takes its coins back
  npm run order -- refunded <refund id>          --reason "…"   you have refunded the baht manually
  npm run order -- reconcile                                    polls the providers for all waiting orders now
Operator and reason are stored with the order.`;

const OPTIONS = { reason: { type: 'string' }, slip: { type: 'string' } } as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LISTED_MAX = 100;

const ORDER = '/operator/order/{order_id}';

/** Returns the id of an order, given by its number in any spelling or by its id. @throws {Error} if there is none */
async function findOrderId(call: CallStaff, numberOrId: string): Promise<string> {
  if (UUID.test(numberOrId)) return numberOrId.toLowerCase();
  const { data } = await call('GET /operator/order', { query: { number: numberOrId } });
  if (data[0] === undefined) throw new Error(`No order has the number "${numberOrId}".`);
  return data[0].order_id;
}

const list: Command = async (call) => {
  const limit = LISTED_MAX;
  const orders = await call('GET /operator/order', { query: { attention: '1', limit } });
  const slips = await call('GET /operator/slip', { query: { limit } });
  const refunds = await call('GET /operator/refund', { query: { limit } });
  return { orders: orders.data, slips: slips.data, refunds: refunds.data };
};

const show =
  (order: string): Command =>
  async (call) => {
    const params = { order_id: await findOrderId(call, order) };
    return (await call(`GET ${ORDER}`, { params })).data;
  };

const refundOrder =
  (order: string, reason: string): Command =>
  async (call) => {
    const params = { order_id: await findOrderId(call, order) };
    return (await call(`POST ${ORDER}/refund`, { params, body: { reason } })).data;
  };

const decide =
  (
    action: 'confirm' | 'reject',
    order: string,
    body: { readonly reason: string; readonly slip_id?: string },
  ): Command =>
  async (call) => {
    const params = { order_id: await findOrderId(call, order) };
    return (await call(`POST ${ORDER}/${action}`, { params, body })).data;
  };

/** Writes a file to the operator's working directory. */
export type WriteFile = (name: string, bytes: Uint8Array) => void;

const savePicture =
  (slipId: string, write: WriteFile): Command =>
  async (call) => {
    const request = { params: { slip_id: slipId } };
    const { data } = await call('GET /operator/slip/{slip_id}/picture', request);
    const file = `slip-${slipId}.webp`;
    write(file, Buffer.from(data.base64, 'base64'));
    return { file };
  };

/**
 * Parses the command line.
 *
 * @throws {UsageError}
 */
export function readCommand(args: readonly string[], write: WriteFile): Command {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [verb = '', id, ...more] = positionals;
  if (verb === 'list' || verb === 'reconcile') {
    if (id !== undefined) throw new UsageError(`"${verb}" takes no arguments.`);
    if (verb === 'list') return list;
    return async (call) => (await call('POST /operator/payment/reconcile', { body: {} })).data;
  }
  if (!['slip', 'show', 'refunded', 'refund', 'confirm', 'reject'].includes(verb)) {
    throw new UsageError(verb === '' ? 'No action is given.' : `"${verb}" is unknown.`);
  }
  if (id === undefined) throw new UsageError('The id is missing.');
  if (more.length > 0) throw new UsageError('Give one at a time; put the reason in quotes.');
  if (verb === 'slip') return savePicture(id, write);
  if (verb === 'show') return show(id);
  const reason = readReason(values);
  if (verb === 'refund') return refundOrder(id, reason);
  if (verb === 'refunded') {
    const request = { params: { refund_id: id }, body: { reason } };
    return async (call) => (await call('POST /operator/refund/{refund_id}/done', request)).data;
  }
  const slip = values.slip === undefined ? {} : { slip_id: values.slip };
  return decide(verb === 'confirm' ? 'confirm' : 'reject', id, { reason, ...slip });
}
