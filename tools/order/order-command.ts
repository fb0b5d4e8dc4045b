import type { OperatorCall } from '../operator/ask-api.ts';
import { readArguments, readOperator, UsageError } from '../operator/command-line.ts';

const ACTIONS = ['confirm', 'reject', 'refund'] as const;
type Action = (typeof ACTIONS)[number];

export const USAGE = `Usage:
  npm run order -- list
  npm run order -- show     <order number or id>
  npm run order -- slip     <slip id>                           writes its picture to this folder
  npm run order -- confirm  <order number or id> --reason "…"   the money has arrived: credits the coins
  npm run order -- reject   <order number or id> --reason "…"   the money has not arrived
                   … --slip <slip id>                           selects a slip if several wait
  npm run order -- refund   <order number or id> --reason "…"   refunds all of its baht and takes its coins back
  npm run order -- refunded <refund id>          --reason "…"   you have refunded the baht manually
  npm run order -- reconcile                                    polls the providers for all waiting orders now
Operator and reason are stored with the order. --by NAME names the operator; default: the account of this machine.`;

const isAction = (text: string): text is Action => ACTIONS.some((action) => action === text);

const OPTIONS = {
  reason: { type: 'string' },
  by: { type: 'string' },
  slip: { type: 'string' },
} as const;

/**
 * Parses the command line.
 *
 * @throws {UsageError}
 */
export function readCommand(args: readonly string[], operator: string): OperatorCall {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [verb = '', id, ...more] = positionals;
  if (verb === 'list') {
    if (id !== undefined) throw new UsageError('"list" takes no arguments.');
    return { path: '/orders' };
  }
  if (verb === 'reconcile') {
    if (id !== undefined) throw new UsageError('"reconcile" takes no arguments.');
    return { path: '/payments/reconcile', body: {} };
  }
  if (verb === 'slip') {
    if (id === undefined || more.length > 0) throw new UsageError('Give one slip id.');
    return { path: '/orders/slip', query: { slip: id } };
  }
  if (verb !== 'show' && verb !== 'refunded' && !isAction(verb)) {
    throw new UsageError(verb === '' ? 'No action is given.' : `"${verb}" is unknown.`);
  }
  if (id === undefined) {
    throw new UsageError(verb === 'refunded' ? 'A refund id is missing.' : 'An order is missing.');
  }
  if (more.length > 0) throw new UsageError('Give one order; put the reason in quotes.');
  if (verb === 'show') return { path: '/orders/one', query: { order: id } };
  const why = values.reason?.trim();
  if (!why) throw new UsageError('--reason is required.');
  const by = readOperator(values.by, operator);
  if (verb === 'refunded') {
    return { path: '/orders/refund-done', body: { refund_id: id, by, why } };
  }
  const slip = values.slip === undefined ? {} : { slip: values.slip };
  return { path: '/orders/decision', body: { action: verb, order: id, ...slip, by, why } };
}

/** Returns the file of a slip's picture; `null` for answers that are printed. */
export function pictureOf(
  { path, query }: OperatorCall,
  answer: unknown,
): { readonly fileName: string; readonly bytes: Buffer } | null {
  if (path !== '/orders/slip') return null;
  const { base64 } = answer as { readonly base64: string };
  return { fileName: `slip-${query?.slip}.webp`, bytes: Buffer.from(base64, 'base64') };
}
