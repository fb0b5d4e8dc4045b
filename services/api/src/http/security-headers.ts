import { CSP_OF_DATA } from '@sangwian/node-kit/http/refuse-connection';
import type { FastifyInstance } from 'fastify';

const HSTS = 'max-age=31536000; includeSubDomains';

/** Headers of every answer; a page replaces the policy by its own. */
export function sendSecurityHeaders(app: FastifyInstance, https: boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    reply.header('content-security-policy', CSP_OF_DATA);
    if (https) reply.header('strict-transport-security', HSTS);
    done();
  });
}
