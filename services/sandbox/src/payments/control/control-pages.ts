import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { addBodyParsers } from '../body-parsers.ts';
import { FaultOrder } from '../faults.ts';
import type { NestedFields } from '../nested-form.ts';
import { readWeather } from '../webhook-outbox.ts';
import { actOn } from './control-actions.ts';
import { CONTROL_PATH, type ControlOptions, listPayments } from './control-api.ts';
import { CONTROL_BUTTONS } from './control-buttons.ts';
import { type ControlPage, renderPaymentsPage, renderWeatherPage } from './control-page.ts';
import { DeskRefusal } from './desk.ts';

const LATE_MS = 10_000;

/** Returns the message of an expected error; rethrows any other. */
function refusalOf(error: unknown): string {
  if (error instanceof DeskRefusal) return error.message;
  if (error instanceof z.ZodError) return z.prettifyError(error);
  throw error;
}

const numberOf = (value: NestedFields[string] | undefined): number =>
  typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;

/** Converts a form to an input of the API. */
function faultOrder(form: NestedFields): FaultOrder {
  const kind = String(form.kind ?? '');
  return FaultOrder.parse({
    provider: form.provider,
    call: form.call,
    accepts: kind.startsWith('accepted-'),
    answer: kind.replace('accepted-', ''),
    delay_ms: LATE_MS,
    times: numberOf(form.times),
  });
}

const weatherOrder = (form: NestedFields) =>
  readWeather({
    delay_ms: numberOf(form.delay_ms),
    copies: numberOf(form.copies),
    reverse_within_ms: numberOf(form.reverse_within_ms),
    signature: form.signature,
    lose: form.lose === 'true',
  });

const sendPage = (reply: FastifyReply, { html, policy }: ControlPage): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .send(html);

/** Adds the pages below `/sandbox/payments`: payments with buttons, and simulated failures. */
export async function addControlPages(
  server: FastifyInstance,
  { desks, outbox, faults }: ControlOptions,
): Promise<void> {
  const isDisturbed = (): boolean => !outbox.isFair || faults.list().length > 0;
  const paymentsPage = (refusal?: string): ControlPage =>
    renderPaymentsPage({
      payments: listPayments(desks),
      deliveriesOf: (id) => outbox.list(id),
      isDisturbed: isDisturbed(),
      ...(refusal === undefined ? {} : { refusal }),
    });
  const press = (form: NestedFields): void => {
    const id = String(form.id ?? '');
    const payment = listPayments(desks).find(({ payment_id }) => payment_id === id);
    const button = CONTROL_BUTTONS.find(({ name }) => name === form.press);
    if (payment === undefined || button === undefined) {
      throw new DeskRefusal('there is no such payment or button');
    }
    actOn(desks, outbox, { id, action: button.action, input: button.input(payment) });
  };
  const change = (form: NestedFields): void => {
    if (form.press === 'fair') outbox.changeWeather({});
    else if (form.press === 'clear') faults.clear();
    else if (form.form === 'weather') outbox.changeWeather(weatherOrder(form));
    else faults.add(faultOrder(form));
  };

  await server.register(async (scope) => {
    addBodyParsers(scope);
    scope.get(CONTROL_PATH, async (_request, reply) => sendPage(reply, paymentsPage()));
    scope.post(CONTROL_PATH, async ({ body }, reply) => {
      const form = (body ?? {}) as NestedFields;
      try {
        press(form);
      } catch (error) {
        return sendPage(reply.code(409), paymentsPage(refusalOf(error)));
      }
      return reply.redirect(`${CONTROL_PATH}#${encodeURIComponent(String(form.id))}`, 303);
    });
    const path = `${CONTROL_PATH}/weather`;
    scope.get(path, async (_request, reply) =>
      sendPage(reply, renderWeatherPage(outbox.weather, faults.list())),
    );
    scope.post(path, async ({ body }, reply) => {
      try {
        change((body ?? {}) as NestedFields);
      } catch (error) {
        const page = renderWeatherPage(outbox.weather, faults.list(), refusalOf(error));
        return sendPage(reply.code(400), page);
      }
      return reply.redirect(path, 303);
    });
  });
}
