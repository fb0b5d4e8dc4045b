import { INSECURE_SITE, isProduction, variables } from '@sangwian/node-kit/environment';
import { HTTP_LIMITS } from '@sangwian/node-kit/http/http-limits';
import { isInsecureUrl } from '@sangwian/node-kit/variables';
import type { z } from 'zod';

/** Time for which public responses and pages are cached in memory. */
const PUBLIC_FRESH_MS = 1_000;

/** Listeners, URLs and limits of the site. */
export const HttpSettings = variables(
  'NODE_ENV',
  'HOST',
  'PORT',
  'API_INTERNAL_HOST',
  'API_INTERNAL_PORT',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'DRAIN_SECONDS',
  'CONNECTIONS_PER_ADDRESS',
  'RATE_LIMIT_PER_ADDRESS',
  'RATE_LIMIT_PER_SESSION',
  'RATE_LIMIT_RENDERS_PER_ADDRESS',
  'SOCKETS_PER_ADDRESS',
)
  .superRefine((values, context) => {
    const { PUBLIC_URL } = values;
    if (isProduction(values) && PUBLIC_URL !== '' && isInsecureUrl(PUBLIC_URL)) {
      context.addIssue({ code: 'custom', path: ['PUBLIC_URL'], message: INSECURE_SITE });
    }
  })
  .transform((values) => ({
    host: values.HOST,
    port: values.PORT,
    internalHost: values.API_INTERNAL_HOST,
    internalPort: values.API_INTERNAL_PORT,
    /** Without a trailing slash; if empty, `http://localhost` with the listening port. */
    publicUrl: values.PUBLIC_URL,
    /** IP addresses whose `X-Forwarded-For` is trusted, in the syntax of `proxy-addr`. */
    trustProxy: values.TRUST_PROXY,
    drainMs: values.DRAIN_SECONDS * 1_000,
    httpLimits: { ...HTTP_LIMITS, connectionsPerAddressMax: values.CONNECTIONS_PER_ADDRESS },
    callsPerAddressMax: values.RATE_LIMIT_PER_ADDRESS,
    callsPerSessionMax: values.RATE_LIMIT_PER_SESSION,
    rendersPerAddressMax: values.RATE_LIMIT_RENDERS_PER_ADDRESS,
    socketsPerAddressMax: values.SOCKETS_PER_ADDRESS,
    /** Whether responses are validated against the contract before they are sent. */
    checkAnswers: !isProduction(values),
    publicFreshMs: PUBLIC_FRESH_MS as number,
  }));
export type HttpSettings = z.output<typeof HttpSettings>;
