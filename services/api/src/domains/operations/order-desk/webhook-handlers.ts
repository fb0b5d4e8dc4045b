import type { WebhookLine } from '@sangwian/contract/endpoints/operator/orders';
import { ApiError } from '@sangwian/node-kit/api-error';
import { z } from 'zod';
import { openCursor, pageOf } from '../../../platform/http/cursor.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import { redactPayload } from '../../../platform/redact/redact.ts';
import { isReplayable } from '../../money/payments/payments.module.ts';
import type { DeskParts } from './desk-parts.ts';
import type { WebhookRow } from './webhook-log.store.ts';

const Position = z.tuple([z.uuid()]);

/** Presents a webhook of a list. */
export const presentWebhook = (row: WebhookRow): WebhookLine => ({
  webhook_id: row.webhook_id,
  provider: row.provider,
  kind: row.kind,
  signature: row.signature,
  outcome: row.outcome,
  tries: row.tries,
  received_at: row.received_at.toISOString(),
  handled_at: row.handled_at?.toISOString() ?? null,
  order:
    row.order_id === null || row.number === null
      ? null
      : { order_id: row.order_id, number: row.number },
  replayable: isReplayable(row.outcome) && row.forgotten_at === null,
});

/** Creates the handlers of stored webhooks for the console. */
export function createWebhookHandlers({ webhooks, payments }: DeskParts): Handlers {
  return {
    'GET /operator/webhook': async ({ query }) => {
      const { provider, outcome, limit } = query;
      const before = openCursor(query.cursor, Position)?.[0] ?? null;
      const rows = await webhooks.findPage({ provider, outcome, before, limit: limit + 1 });
      const { shown, next_cursor } = pageOf(rows, limit, (last) => [last.webhook_id]);
      return { data: shown.map(presentWebhook), next_cursor };
    },
    'GET /operator/webhook/{webhook_id}': async ({ params }) => {
      const row = await webhooks.find(params.webhook_id);
      if (row === undefined) throw new ApiError('not_found');
      return {
        data: { ...presentWebhook(row), problem: row.problem, payload: redactPayload(row.body) },
      };
    },
    'POST /operator/webhook/{webhook_id}/replay': async ({ params, audit }) => {
      const { webhook_id: webhookId } = params;
      audit?.note({ subjectType: 'webhook', subjectId: webhookId });
      const found = await webhooks.find(webhookId);
      if (found === undefined) throw new ApiError('not_found');
      audit?.note({ before: { outcome: found.outcome } });
      await payments.replayWebhook(webhookId);
      return { data: { webhook_id: webhookId } };
    },
  };
}
