import { CSP_OF_DATA } from '@sangwian/node-kit/http/refuse-connection';
import type { FastifyInstance } from 'fastify';

const HSTS = 'max-age=31536000; includeSubDomains';

/** Browser features that no page uses. Disabling them also protects against injected scripts. */
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

/** Headers of every response. Pages replace the content security policy. */
export function sendSecurityHeaders(app: FastifyInstance, https: boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    reply.header('content-security-policy', CSP_OF_DATA);
    reply.header('permissions-policy', PERMISSIONS);
    // Sites that open this one lose access to its window. Popups that it opens keep theirs, for example the bank's page
    // of a 3-D Secure payment. LINE, Apple and payments return in the same tab.
    reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
    if (https) reply.header('strict-transport-security', HSTS);
    done();
  });
}
