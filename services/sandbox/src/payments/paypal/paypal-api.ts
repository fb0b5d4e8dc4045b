import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addBodyParsers, MalformedBody } from '../body-parsers.ts';
import type { Book, Shelf } from '../book.ts';
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
import type { PayPalAccount } from './paypal-account.ts';
import type { VerifyInput } from './paypal-inputs.ts';
import { PayPalRefusal, unprocessable } from './paypal-refusal.ts';
import { type PayPalRoute, paypalRoutes } from './paypal-routes.ts';
import type { PayPalAddresses } from './present-paypal.ts';

export const PAYPAL_PATH = '/sandbox/paypal';
const BODY_BYTES_MAX = 64 * 1024;
const TOKEN_SECONDS = 32_400;
const TOKENS_KEPT_MAX = 100;
const REQUEST_ID_MS = 6 * 3_600_000;

interface PayPalApiOptions {
  readonly account: PayPalAccount;
  readonly addresses: PayPalAddresses;
  readonly clientId: string;
  readonly secret: string;
  readonly verify: (input: VerifyInput) => boolean;
  readonly book: Book;
  readonly faults: Faults;
  readonly now: () => Date;
}

const refuseClient = (error: string, description: string): Answer => ({
  status: 401,
  body: { error, error_description: description },
});

const broken = (status: number): object => ({
  ...new PayPalRefusal('INTERNAL_SERVER_ERROR', 'INTERNAL_SERVICE_ERROR', 'Try again.').toBody(),
  name: status < 500 ? 'UNPROCESSABLE_ENTITY' : 'INTERNAL_SERVER_ERROR',
});

/** Adds `POST /v1/oauth2/token`, which exchanges client credentials for a token of nine hours. */
function addTokenRoute(
  scope: FastifyInstance,
  { clientId, secret, faults, now }: PayPalApiOptions,
  tokens: Shelf<string>,
): void {
  scope.post(`${PAYPAL_PATH}/v1/oauth2/token`, async (request, reply) => {
    const act = (): Answer => {
      const given = readBasic(request);
      const isClient =
        given !== null &&
        isSameSecret(given.name, clientId) &&
        isSameSecret(given.password, secret);
      if (!isClient) return refuseClient('invalid_client', 'Client Authentication failed');
      const form = (request.body ?? {}) as { readonly grant_type?: unknown };
      if (form.grant_type !== 'client_credentials') {
        return { status: 400, body: { error: 'unsupported_grant_type' } };
      }
      const access_token = `A21AA${randomBytes(48).toString('base64url')}`;
      tokens.put(access_token, new Date(now().getTime() + TOKEN_SECONDS * 1_000).toISOString());
      return {
        status: 200,
        body: {
          scope: 'https://uri.paypal.com/services/payments/payment',
          access_token,
          token_type: 'Bearer',
          app_id: 'APP-SANDBOX',
          expires_in: TOKEN_SECONDS,
          nonce: `${now().toISOString()}${randomBytes(8).toString('hex')}`,
        },
      };
    };
    return answerCall(reply, faults.take('paypal', 'token.create'), act, broken);
  });
}

function addRoute(
  scope: FastifyInstance,
  options: PayPalApiOptions,
  tokens: Shelf<string>,
  route: PayPalRoute,
): void {
  const { book, faults, now } = options;
  const replay = createReplay({
    kept: book.shelf('paypal_answer', ANSWERS_KEPT_MAX),
    now,
    keptMs: REQUEST_ID_MS,
    repeated: (answer) => (answer.status === 201 ? { ...answer, status: 200 } : answer),
    conflict: toAnswer(
      unprocessable(
        'DUPLICATE_REQUEST_ID',
        'The value of PayPal-Request-Id header has already been used. Please specify a different value and try again.',
      ),
    ),
  });
  const hasToken = (request: FastifyRequest): boolean => {
    const [kind, token = ''] = (request.headers.authorization ?? '').split(' ');
    return kind === 'Bearer' && (tokens.get(token) ?? '') > now().toISOString();
  };
  scope.route<{ Params: { id?: string } }>({
    method: route.method,
    url: `${PAYPAL_PATH}${route.path}`,
    bodyLimit: BODY_BYTES_MAX,
    handler: async (request, reply) => {
      const { params, url, body } = request;
      const act = (): Answer => {
        if (!hasToken(request))
          return refuseClient('invalid_token', 'Token signature verification failed');
        const key = route.method === 'POST' ? headerOf(request, 'paypal-request-id') : undefined;
        const isWhole = headerOf(request, 'prefer') === 'return=representation';
        return replay({ key, call: `${route.method} ${url}`, body }, () =>
          attempt(route.status, () =>
            route.answer({
              id: params.id ?? '',
              body: body ?? {},
              query: parseNestedForm(url.split('?')[1] ?? ''),
              isWhole,
            }),
          ),
        );
      };
      return answerCall(reply, faults.take('paypal', route.call), act, broken);
    },
  });
}

/** Adds PayPal's REST API below `/sandbox/paypal`. */
export async function addPayPalApi(
  server: FastifyInstance,
  options: PayPalApiOptions,
): Promise<void> {
  await server.register(async (scope) => {
    addBodyParsers(scope);
    scope.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof MalformedBody)) throw error;
      return send(
        reply,
        toAnswer(new PayPalRefusal('INVALID_REQUEST', 'MALFORMED_REQUEST_JSON', error.message)),
      );
    });
    const tokens = options.book.shelf<string>('paypal_token', TOKENS_KEPT_MAX);
    addTokenRoute(scope, options, tokens);
    for (const route of paypalRoutes(options)) addRoute(scope, options, tokens, route);
  });
}
