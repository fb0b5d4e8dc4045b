import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { addBodyParsers, MalformedBody } from '../body-parsers.ts';
import { FaultOrder, type Faults } from '../faults.ts';
import { readWeather, type WebhookOutbox } from '../webhook-outbox.ts';
import { actOn, isAction } from './control-actions.ts';
import { DeskRefusal, type PaymentDesk, type PaymentView } from './desk.ts';

export const CONTROL_PATH = '/sandbox/payments';
const API = `${CONTROL_PATH}/api`;

export interface ControlOptions {
  readonly desks: readonly PaymentDesk[];
  readonly outbox: WebhookOutbox;
  readonly faults: Faults;
}

/** Lists the payments of all providers, the newest first. */
export const listPayments = (desks: readonly PaymentDesk[]): PaymentView[] =>
  desks
    .flatMap((desk) => desk.list())
    .sort((one, other) => other.created_at.localeCompare(one.created_at));

const refuse = (reply: FastifyReply, status: number, message: string): FastifyReply =>
  reply.code(status).send({ error: message });

/**
 * Adds the control API (JSON) below `/sandbox/payments/api`, which the README describes. Refused actions are 409, invalid
 * inputs 400, both with `{ error }`.
 */
export async function addControlApi(
  server: FastifyInstance,
  { desks, outbox, faults }: ControlOptions,
): Promise<void> {
  type Ids = { readonly Params: { readonly id: string; readonly action: string } };
  const find = (id: string): PaymentView | undefined =>
    listPayments(desks).find(({ payment_id }) => payment_id === id);

  await server.register(async (scope) => {
    addBodyParsers(scope);
    scope.setErrorHandler((error, _request, reply) => {
      if (error instanceof DeskRefusal) return refuse(reply, 409, error.message);
      if (error instanceof MalformedBody) return refuse(reply, 400, error.message);
      if (error instanceof z.ZodError) return refuse(reply, 400, z.prettifyError(error));
      throw error;
    });

    scope.get<{ Querystring: { query?: unknown } }>(`${API}/payments`, async ({ query }) => {
      const wanted = typeof query.query === 'string' ? query.query : '';
      return listPayments(desks).filter((payment) => JSON.stringify(payment).includes(wanted));
    });
    scope.get<Ids>(`${API}/payments/:id`, async ({ params }, reply) => {
      const payment = find(params.id);
      if (payment === undefined) return refuse(reply, 404, 'there is no such payment');
      return { ...payment, deliveries: outbox.list(params.id) };
    });
    scope.post<Ids>(`${API}/payments/:id/:action`, async ({ params, body }, reply) => {
      const { id, action } = params;
      if (!isAction(action) || find(id) === undefined) {
        return refuse(reply, 404, 'there is no such payment or action');
      }
      actOn(desks, outbox, { id, action, input: body ?? {} });
      return find(id);
    });

    scope.get(`${API}/deliveries`, async () => outbox.list());

    scope.get(`${API}/weather`, async () => outbox.weather);
    scope.put(`${API}/weather`, async ({ body }) => outbox.changeWeather(readWeather(body ?? {})));

    scope.get(`${API}/faults`, async () => faults.list());
    scope.post(`${API}/faults`, async ({ body }, reply) =>
      reply.code(201).send(faults.add(FaultOrder.parse(body ?? {}))),
    );
    scope.delete(`${API}/faults`, async (_request, reply) => {
      faults.clear();
      return reply.code(204).send();
    });
  });
}
