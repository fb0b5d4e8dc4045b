import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addBodyParsers, MalformedBody } from '../body-parsers.ts';
import type { Book } from '../book.ts';
import type { Faults } from '../faults.ts';
import { parseNestedForm } from '../nested-form.ts';
import {
  ANSWERS_KEPT_MAX,
  type Answer,
  answerCall,
  attempt,
  createReplay,
  headerOf,
  isSameSecret,
  readBasic,
  send,
  toAnswer,
} from '../provider-call.ts';
import { drawQr } from '../qr-picture.ts';
import type { OmiseAccount } from './omise-account.ts';
import type { Fields } from './omise-inputs.ts';
import { notFound, OmiseRefusal } from './omise-refusal.ts';
import { type OmiseRoute, omiseRoutes } from './omise-routes.ts';
import { OMISE_SCRIPT } from './omise-script.ts';

export const OMISE_PATH = '/sandbox/omise';
const BODY_BYTES_MAX = 64 * 1024;
const DAY_MS = 86_400_000;

export interface OmiseKeys {
  readonly publicKey: string;
  readonly secretKey: string;
}

interface OmiseApiOptions {
  readonly account: OmiseAccount;
  readonly keys: OmiseKeys;
  readonly book: Book;
  readonly faults: Faults;
  /** Address of `/sandbox/omise` for browsers. */
  readonly base: string;
  readonly now: () => Date;
}

function hasKey(request: FastifyRequest, keys: OmiseKeys, key: OmiseRoute['key']): boolean {
  const given = readBasic(request)?.name ?? '';
  const isPublic = isSameSecret(given, keys.publicKey);
  const isSecret = isSameSecret(given, keys.secretKey);
  return (key !== 'secret' && isPublic) || (key !== 'public' && isSecret);
}

function addRoute(scope: FastifyInstance, options: OmiseApiOptions, route: OmiseRoute): void {
  const { keys, faults, now, book } = options;
  const replay = createReplay({
    kept: book.shelf('omise_answer', ANSWERS_KEPT_MAX),
    now,
    keptMs: DAY_MS,
    conflict: toAnswer(
      new OmiseRefusal(409, 'idempotency_error', 'Idempotency-Key was used for another request'),
    ),
  });
  const unauthorized = new OmiseRefusal(401, 'authentication_failure', 'authentication failed');
  scope.route<{ Params: { id?: string; refundId?: string } }>({
    method: route.method,
    url: `${OMISE_PATH}${route.path}`,
    bodyLimit: BODY_BYTES_MAX,
    handler: async (request, reply) => {
      const { params, url } = request;
      const act = (): Answer => {
        if (!hasKey(request, keys, route.key)) return toAnswer(unauthorized);
        const body = (request.body ?? {}) as Fields;
        const key = route.method === 'POST' ? headerOf(request, 'idempotency-key') : undefined;
        return replay({ key, call: `${route.method} ${url}`, body }, () =>
          attempt(200, () =>
            route.answer({
              id: params.id ?? '',
              refundId: params.refundId ?? '',
              fields: body,
              query: parseNestedForm(url.split('?')[1] ?? ''),
            }),
          ),
        );
      };
      const broken = (status: number): object =>
        new OmiseRefusal(status, 'internal_error', 'something went wrong').toBody();
      return answerCall(reply, faults.take('omise', route.call), act, broken);
    },
  });
}

/** Adds Omise's HTTP API below `/sandbox/omise`, its browser script and the QR pictures. */
export async function addOmiseApi(
  server: FastifyInstance,
  options: OmiseApiOptions,
): Promise<void> {
  await server.register(async (scope) => {
    addBodyParsers(scope);
    scope.setErrorHandler((error, _request, reply) => {
      if (error instanceof OmiseRefusal) return send(reply, toAnswer(error));
      if (!(error instanceof MalformedBody)) throw error;
      return send(reply, toAnswer(new OmiseRefusal(400, 'bad_request', error.message)));
    });
    for (const route of omiseRoutes(options)) addRoute(scope, options, route);
    scope.get(`${OMISE_PATH}/omise.js`, async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(OMISE_SCRIPT),
    );
    // The last segment of the address is its key, as at Omise.
    scope.get<{ Params: { id: string; document: string } }>(
      `${OMISE_PATH}/charges/:id/documents/:document/downloads/:key`,
      async ({ params }, reply) => {
        const { qr } = options.account.charge(params.id);
        if (qr?.document_id !== params.document) throw notFound('document', params.document);
        return reply.type('image/svg+xml').send(drawQr(qr.payload));
      },
    );
  });
}
