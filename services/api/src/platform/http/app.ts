import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import { compileTrust } from '@sangwian/node-kit/http/client-address';
import { createGuardedServer } from '@sangwian/node-kit/http/guarded-server';
import { createInternalCheck } from '@sangwian/node-kit/internal-secret';
import type { Logger } from '@sangwian/node-kit/logger';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { ApiConfig } from '../../config/config.ts';
import type { SharedCounters } from '../limits/shared-counters.ts';
import type { Clock } from '../time/clock.ts';
import type { AnswerCall } from './answer-call.ts';
import type { AuditTrail } from './audit-call.ts';
import type { Route } from './collect-handlers.ts';
import type { ApiModule, Authenticate, AuthenticateStaff } from './handler.ts';
import { createCallLimits } from './rate-limits.ts';
import { readJsonBodies } from './read-json-bodies.ts';
import { answerErrors, leaveToServer, refuse } from './refuse.ts';
import { registerEndpoints } from './register-endpoints.ts';
import { requestIdOf } from './request-id.ts';
import { sendSecurityHeaders } from './security-headers.ts';

export interface AppOptions {
  /** Counts requests of all nodes together; `null` if this node counts alone. */
  readonly counters: SharedCounters | null;
  readonly config: Pick<ApiConfig, 'http' | 'secrets'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly modules: readonly ApiModule[];
  readonly routes: readonly Route[];
  readonly authenticate: Authenticate;
  readonly authenticateStaff: AuthenticateStaff;
  readonly answerCall: AnswerCall;
  readonly auditTrail: AuditTrail;
}

function createFastify({ config: { http }, logger, modules }: AppOptions): FastifyInstance {
  const mayUpgrades = modules.flatMap((module) => module.mayUpgrade?.bind(module) ?? []);
  const intercepts = modules.flatMap((module) => module.intercept?.bind(module) ?? []);
  return Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: http.trustProxy.length === 0 ? false : [...http.trustProxy],
    bodyLimit: LIMITS.bodyBytesMax,
    genReqId: requestIdOf,
    requestIdHeader: false,
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply),
    clientErrorHandler: leaveToServer,
    // After the drain, a request that is already in transit on a keep-alive connection still gets its response.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
    serverFactory: (handler) =>
      createGuardedServer(
        (request, response) => {
          for (const intercept of intercepts) if (intercept(request, response)) return;
          handler(request, response);
        },
        {
          limits: http.httpLimits,
          trust: compileTrust(http.trustProxy),
          logger,
          mayUpgrade: (request) => mayUpgrades.some((mayUpgrade) => mayUpgrade(request)),
        },
      ),
  });
}

/** Logs each request with its route, not its URL, which may contain ids and tokens. */
function logCalls(app: FastifyInstance, logger: Logger): void {
  if (!logger.isLevelEnabled('debug')) return;
  app.addHook('onResponse', async ({ log, method, routeOptions }, { statusCode, elapsedTime }) =>
    log.debug(
      { method, url: routeOptions.url, status: statusCode, ms: elapsedTime },
      'call answered',
    ),
  );
}

/** Creates the public application. It does not listen yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { modules } = options;
  const { http, secrets } = options.config;
  const app = createFastify(options);
  const isSecure = http.publicUrl.startsWith('https://');
  logCalls(app, options.logger);
  sendSecurityHeaders(app, isSecure);
  readJsonBodies(app);
  answerErrors(app);
  app.all('/api/*', () => Promise.reject(new ApiError('not_found')));
  registerEndpoints(app, {
    routes: options.routes,
    clock: options.clock,
    appKey: secrets.appKey,
    authenticate: options.authenticate,
    authenticateStaff: options.authenticateStaff,
    limits: createCallLimits(http.callsPerAddressMax, http.callsPerSessionMax, options.counters),
    answerCall: options.answerCall,
    auditTrail: options.auditTrail,
    isSecure,
  });
  for (const module of modules) await module.register?.(app);
  await app.ready();
  return app;
}

/**
 * Creates the application for our own processes, on loopback or in a private network: routes below `/internal`,
 * which need the internal secret in a header, and others.
 */
export async function buildInternalApp({
  config,
  logger,
  modules,
}: Pick<AppOptions, 'config' | 'logger' | 'modules'>): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LIMITS.bodyBytesMax,
    genReqId: requestIdOf,
    clientErrorHandler: leaveToServer,
    forceCloseConnections: 'idle',
    serverFactory: (handler) =>
      // Only our own processes reach this server, often many from one IP address.
      createGuardedServer(handler, {
        limits: { ...config.http.httpLimits, connectionsPerAddressMax: 0 },
        logger,
      }),
  });
  readJsonBodies(app);
  answerErrors(app);
  const isOurs = createInternalCheck(config.secrets.internalSecret);
  app.register(
    async (internal) => {
      internal.addHook('onRequest', async (request, reply) => {
        // Without the secret, a caller cannot tell whether the path exists.
        if (!isOurs(request.headers)) return reply.callNotFound();
      });
      for (const module of modules) await module.registerInternal?.(internal);
    },
    { prefix: '/internal' },
  );
  for (const module of modules) {
    await module.registerMetrics?.(app);
    await module.registerEngineHooks?.(app);
  }
  await app.ready();
  return app;
}
