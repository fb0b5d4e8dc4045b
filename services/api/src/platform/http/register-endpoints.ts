import type { Upload } from '@sangwian/contract/contract';
import type { Endpoint } from '@sangwian/contract/endpoint';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ZodEnum } from 'zod';
import type { Clock } from '../time/clock.ts';
import { admitStaff } from './admit-staff.ts';
import type { AnswerCall, PreparedAnswer } from './answer-call.ts';
import { type AuditTrail, actorOf, auditCall, auditedParts } from './audit-call.ts';
import type { AuditNotes } from './audit-notes.ts';
import { cookieLanguage, deviceOf } from './caller-cookies.ts';
import type { Route } from './collect-handlers.ts';
import type { Authenticate, AuthenticateStaff, Bearer, Staff } from './handler.ts';
import { inTime } from './in-time.ts';
import { type Parts, parseParts } from './parse-parts.ts';
import { cacheControlOf } from './public-answer.ts';
import { addressKey, type CallLimits } from './rate-limits.ts';
import { readBearer, readPurchaseBearer } from './read-bearer.ts';
import { readIdempotencyKey } from './read-idempotency-key.ts';
import { createSecretCheck } from './secret-check.ts';
import { sendOwn } from './send-own.ts';
import { sendShared } from './shared-bytes.ts';

export const API_BASE = '/api/v1';
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const;
const USER_AGENT_CHARS_MAX = 300;

declare module 'fastify' {
  interface FastifyRequest {
    bearer: Bearer | null;
    bearerRefusal: ApiError | null;
    purchaseToken: string | null;
    staff: Staff | null;
  }
}

export interface EndpointOptions {
  readonly routes: readonly Route[];
  readonly clock: Clock;
  readonly appKey: string;
  readonly authenticate: Authenticate;
  readonly authenticateStaff: AuthenticateStaff;
  readonly limits: CallLimits;
  readonly answerCall: AnswerCall;
  readonly auditTrail: AuditTrail;
  /** Whether the site uses https, so that cookies are `Secure`. */
  readonly isSecure: boolean;
}

const userAgentOf = (request: FastifyRequest): string =>
  (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_CHARS_MAX);

/** Returns the headers of a provider's request, which contain its signature; no headers for other endpoints. */
function headersOf({ caller }: Endpoint, { headers }: FastifyRequest): Record<string, string> {
  if (caller !== 'provider') return {};
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  );
}

/** Returns the staff account of a request that its role may make. */
async function identifyStaff(
  endpoint: Endpoint,
  { method, headers, ip }: FastifyRequest,
  { authenticateStaff, clock, limits }: EndpointOptions,
): Promise<Staff> {
  const { authorization, cookie, 'x-csrf-token': csrfToken, 'x-operator-idle': idle } = headers;
  // The console also refreshes data while its user is idle, and sends this header with those requests.
  const passive = idle === '1' ? ({ isPassive: true } as const) : {};
  const staff = await authenticateStaff({ authorization, cookie, ip, ...passive });
  await limits.perSession.take(staff.staffId);
  admitStaff(endpoint, staff, { method, csrfToken, now: clock() });
  return staff;
}

/** Identifies and authorises the caller before the body is read. */
function admit(route: Route, options: EndpointOptions) {
  const isAppKey = createSecretCheck(options.appKey);
  const { endpoint } = route;
  return async (request: FastifyRequest): Promise<void> => {
    await options.limits.perAddress.take(addressKey(request.ip));
    if (endpoint.caller === 'browser' && !isAppKey(request.headers['x-app-key'])) {
      throw new ApiError('app_key_invalid');
    }
    if (endpoint.identity === 'staff') {
      request.staff = await identifyStaff(endpoint, request, options);
      return;
    }
    const { authorization } = request.headers;
    request.purchaseToken = readPurchaseBearer(endpoint, authorization);
    const found = await readBearer(endpoint, authorization, options.authenticate);
    request.bearer = found.bearer;
    request.bearerRefusal = found.bearerRefusal;
    if (request.bearer !== null) await options.limits.perSession.take(request.bearer.sessionId);
  };
}

/** Sends a success body. Public ones have cache headers and an ETag. */
function present(
  { endpoint: { cache, compress, file, status = 200 } }: Route,
  prepared: PreparedAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.code(status).type(file?.type ?? 'application/json; charset=utf-8');
  if (file !== undefined) reply.header('content-disposition', `inline; filename="${file.name}"`);
  if ('own' in prepared) return sendOwn(request, reply, prepared.own, compress === true);
  if (cache !== undefined) reply.header('cache-control', cacheControlOf(cache));
  return sendShared(request, reply, prepared.shared);
}

/** Returns the uploaded file, if the endpoint takes one. */
function readUpload({ upload }: Endpoint, request: FastifyRequest): { upload?: Upload } {
  if (upload === undefined) return {};
  if (request.body === undefined) throw new ApiError('body_malformed');
  // The JSON parser applies to all endpoints, so a body of another type than a buffer is JSON and not a file.
  if (!Buffer.isBuffer(request.body)) throw new ApiError('media_type_unsupported');
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0] ?? '';
  return { upload: { type: type.trim().toLowerCase(), bytes: request.body } };
}

/** Registers an upload endpoint in a separate scope, so that no other endpoint accepts its file types. */
function addUploadEndpoint(
  app: FastifyInstance,
  route: Route,
  { types, bytesMax }: NonNullable<Endpoint['upload']>,
  options: EndpointOptions,
): void {
  app.register(async (scope) => {
    // The raw bytes are kept, even of JSON, because the signature of a webhook covers them.
    scope.removeContentTypeParser([...types]);
    scope.addContentTypeParser(
      [...types],
      { parseAs: 'buffer', bodyLimit: bytesMax },
      (_request, bytes, done) => done(null, bytes),
    );
    addEndpoint(scope, route, options);
  });
}

/** Returns the limit of the body, if the endpoint has its own. */
function bodyLimitOf({ upload, bodyBytesMax }: Endpoint): { bodyLimit?: number } {
  const limit = upload?.bytesMax ?? bodyBytesMax;
  return limit === undefined ? {} : { bodyLimit: limit };
}

function addEndpoint(app: FastifyInstance, route: Route, options: EndpointOptions): void {
  const [method = '', path = ''] = route.operation.split(' ');
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    ...bodyLimitOf(route.endpoint),
    onRequest: admit(route, options),
    handler: async (request, reply) => {
      const parts = {
        ...parseParts(route.endpoint, request as Parts),
        ...readUpload(route.endpoint, request),
        ...readIdempotencyKey(route.endpoint, request.headers['idempotency-key']),
      };
      const setCookie = (cookie: string): void => void reply.header('set-cookie', cookie);
      const { staff } = request;
      const context = {
        // `admit` has checked that endpoints for members have a bearer.
        bearer: request.bearer as Bearer,
        bearerRefusal: request.bearerRefusal,
        // `admit` has checked that endpoints for staff have an account.
        staff: staff as null,
        purchaseToken: request.purchaseToken,
        headers: headersOf(route.endpoint, request),
        ip: request.ip,
        userAgent: userAgentOf(request),
        setCookie,
        device: deviceOf(request.headers.cookie, options.isSecure, setCookie),
        language: cookieLanguage(request.headers.cookie) ?? 'TH',
        requestId: request.id,
        log: request.log as Logger,
      };
      const answer = (audit: AuditNotes | null) =>
        options.answerCall(route, parts, { ...context, audit });
      const isChange = staff !== null && method !== 'GET';
      const answering = isChange
        ? auditCall(
            { trail: options.auditTrail, log: context.log },
            {
              ...actorOf(staff),
              operation: route.operation,
              parts: auditedParts(parts),
              requestId: request.id,
              address: request.ip,
            },
            answer,
          )
        : answer(null);
      return present(route, await inTime(answering, LIMITS.apiTimeoutMs), request, reply);
    },
  });
}

const pathOf = ({ operation }: Route): string => operation.slice(operation.indexOf(' ') + 1);

interface RoutePath {
  readonly method: string;
  readonly parts: readonly string[];
  readonly params: Route['endpoint']['params'];
}

const routePath = (route: Route): RoutePath => ({
  method: route.operation.slice(0, route.operation.indexOf(' ')),
  parts: pathOf(route).split('/'),
  params: route.endpoint.params,
});

/** Whether a route also matches the literal path of another route: `/link/{link}` for `/link/line`. */
const matchesPath = ({ parts: own, params }: RoutePath, parts: readonly string[]): boolean =>
  own.length === parts.length &&
  own.every((part, index) => {
    if (part === parts[index]) return true;
    const choices = params?.shape[part.slice(1, -1)];
    return choices instanceof ZodEnum && choices.safeParse(parts[index]).success;
  });

/** Registers 405 with an `Allow` header for the other methods of each path. */
function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const paths = routes.map(routePath);
  for (const path of new Set(routes.map(pathOf))) {
    const url = path.replace(/\{(\w+)\}/g, ':$1');
    const parts = path.split('/');
    const methods = paths.filter((other) => matchesPath(other, parts)).map(({ method }) => method);
    const allow = methods.includes('GET') ? ['HEAD', ...methods] : methods;
    app.route({
      method: METHODS.filter((method) => !methods.includes(method)),
      url,
      onRequest: async (_request, reply) => {
        reply.header('allow', allow.sort().join(', '));
        throw new ApiError('method_not_allowed');
      },
      handler: async () => undefined,
    });
  }
}

/** Registers the routes of all endpoints of the contract, with validation and responses. */
export function registerEndpoints(app: FastifyInstance, options: EndpointOptions): void {
  app.register(
    async (api) => {
      api.decorateRequest('bearer', null);
      api.decorateRequest('bearerRefusal', null);
      api.decorateRequest('purchaseToken', null);
      api.decorateRequest('staff', null);
      for (const route of options.routes) {
        const { upload } = route.endpoint;
        if (upload === undefined) addEndpoint(api, route, options);
        else addUploadEndpoint(api, route, upload, options);
      }
      refuseOtherMethods(api, options.routes);
    },
    { prefix: API_BASE },
  );
}
