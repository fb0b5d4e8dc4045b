import type { FastifyInstance } from 'fastify';

const HSTS = 'max-age=31536000; includeSubDomains';
/** Of everything that is no page: it loads nothing and is framed by nobody. */
const CSP_OF_DATA = "default-src 'none'; frame-ancestors 'none'";

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
