import { CSP_OF_DATA } from '@sangwian/node-kit/http/refuse-connection';
import type { FastifyInstance } from 'fastify';

const HSTS = 'max-age=31536000; includeSubDomains';

/** Nothing of these is used by any page, so no script that finds its way in may use them, either. */
const PERMISSIONS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Headers of every answer; a page replaces the policy by its own. */
export function sendSecurityHeaders(app: FastifyInstance, https: boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    reply.header('content-security-policy', CSP_OF_DATA);
    reply.header('permissions-policy', PERMISSIONS);
    // Nobody who opens the site keeps a hold on it. What it opens itself keeps its own (the bank's page of a 3-D
    // Secure payment, say); LINE, Apple and payments come back in the same tab, which needs no hold at all.
    reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
    if (https) reply.header('strict-transport-security', HSTS);
    done();
  });
}
