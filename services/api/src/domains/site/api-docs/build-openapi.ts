import { isComing } from '@sangwian/contract/coming';
import { ENDPOINTS, type Operation } from '@sangwian/contract/contract';
import {
  COMMON_ERRORS,
  type Endpoint,
  ErrorBody,
  IDEMPOTENCY_ERRORS,
  MEMBER_ERRORS,
  STAFF_ERRORS,
} from '@sangwian/contract/endpoint';
import { ERROR_STATUS, type ErrorCode } from '@sangwian/contract/errors/codes';
import { ERROR_EN } from '@sangwian/contract/errors/en';
import { LIMITS } from '@sangwian/contract/limits';
import type { z } from 'zod';
import { API_BASE } from '../../../platform/http/register-endpoints.ts';
import { EXAMPLES } from './examples.ts';
import { type JsonSchema, JsonSchemas } from './json-schemas.ts';

const JSON_TYPE = 'application/json';

const DESCRIPTION = `
Every success is \`{ "data": … }\`, of a list with \`next_cursor\`. Every failure is an HTTP status and
\`{ "status": "<code>", "message": "<English sentence>", "request_id": "…", "details"?: [{ "path", "message" }] }\`.

Ids are opaque strings. Times are ISO 8601 in UTC. Coins are whole numbers. Unknown fields of a body are refused,
unknown parameters of a query are ignored. A body has at most ${LIMITS.bodyBytesMax / 1024} KiB, and a call at most
${LIMITS.apiTimeoutMs / 1000} seconds.
`.trim();

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'The same key with the same contents has its effect once, for ever.',
  schema: { type: 'string', format: 'uuid' },
};

/** Returns the error codes of an endpoint, grouped by HTTP status. */
function errorsByStatus({
  identity,
  errors,
  body,
  idempotent,
}: Endpoint): Map<number, ErrorCode[]> {
  const bodyOnly: readonly ErrorCode[] = [
    'body_malformed',
    'body_too_large',
    'media_type_unsupported',
  ];
  const codes = new Set<ErrorCode>([
    ...COMMON_ERRORS.filter((code) => body !== undefined || !bodyOnly.includes(code)),
    ...(identity === 'member' ? MEMBER_ERRORS : []),
    ...(identity === 'staff' ? STAFF_ERRORS : []),
    ...(idempotent === true ? IDEMPOTENCY_ERRORS : []),
    ...errors,
  ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}

function errorResponse(schemas: JsonSchemas, codes: readonly ErrorCode[]) {
  const limited = codes.some((code) => code === 'rate_limited' || code === 'unavailable');
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_EN[code]}`).join('\n\n'),
    ...(limited
      ? { headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } } }
      : {}),
    content: {
      [JSON_TYPE]: {
        schema: {
          allOf: [
            schemas.of(ErrorBody, 'output'),
            { type: 'object', properties: { status: { enum: codes } } },
          ],
        },
        examples: Object.fromEntries(
          codes.map((code) => [
            code,
            { value: { status: code, message: ERROR_EN[code], request_id: EXAMPLES.requestId } },
          ]),
        ),
      },
    },
  };
}

function parameters(
  schemas: JsonSchemas,
  place: 'path' | 'query',
  schema: z.ZodObject | undefined,
) {
  if (schema === undefined) return [];
  const object = schemas.of(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(object.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (object.required ?? []).includes(name),
    schema: property,
  }));
}

function successBody(schemas: JsonSchemas, endpoint: Endpoint): JsonSchema {
  const data = schemas.of(endpoint.data, 'output');
  if (endpoint.list !== true) {
    return { type: 'object', properties: { data }, required: ['data'] };
  }
  return {
    type: 'object',
    properties: {
      data: { type: 'array', items: data },
      next_cursor: {
        type: ['string', 'null'],
        description: 'For `?cursor=`; `null` after the last page',
      },
    },
    required: ['data', 'next_cursor'],
  };
}

/** Returns the security schemes of an endpoint: the app key that browsers send, and the member's token. */
function security({ caller, identity }: Endpoint) {
  const schemes = {
    ...(caller === 'browser' ? { appKey: [] } : {}),
    ...(identity === 'member' ? { accessToken: [] } : {}),
  };
  // Staff authenticate with the console's cookie or with a token.
  if (identity === 'staff') return [{ staffSession: [] }, { staffToken: [] }];
  return Object.keys(schemes).length === 0 ? [] : [schemes];
}

function operationObject(schemas: JsonSchemas, operation: Operation, endpoint: Endpoint) {
  const { cache, status = 200 } = endpoint;
  return {
    operationId: operation
      .replace(/[^\w]+(\w)/g, (_, letter: string) => letter.toUpperCase())
      .replace(/\W/g, ''),
    summary: endpoint.summary,
    tags: [endpoint.tag],
    security: security(endpoint),
    parameters: [
      ...parameters(schemas, 'path', endpoint.params),
      ...parameters(schemas, 'query', endpoint.query),
      ...(endpoint.idempotent === true ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(endpoint.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              [JSON_TYPE]: {
                schema: schemas.of(endpoint.body, 'input'),
                ...(EXAMPLES.bodies[operation] === undefined
                  ? {}
                  : { example: EXAMPLES.bodies[operation] }),
              },
            },
          },
        }),
    ...(endpoint.upload === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            description: `At most ${endpoint.upload.bytesMax} bytes`,
            content: Object.fromEntries(
              endpoint.upload.types.map((type) => [
                type,
                { schema: { type: 'string', contentMediaType: type } },
              ]),
            ),
          },
        }),
    responses: {
      [status]: {
        description:
          cache === undefined
            ? 'Done. The answer is the caller’s own: `no-store`.'
            : `Done. The same for everyone: may be cached for ${cache.maxAgeS} s, and carries an \`ETag\`.`,
        content:
          endpoint.file === undefined
            ? { [JSON_TYPE]: { schema: successBody(schemas, endpoint) } }
            : { [endpoint.file.type]: { schema: { type: 'string' } } },
      },
      ...(cache === undefined ? {} : { 304: { description: 'Unchanged since that `ETag`.' } }),
      ...Object.fromEntries(
        [...errorsByStatus(endpoint)].map(([code, codes]) => [code, errorResponse(schemas, codes)]),
      ),
    },
  };
}

export function buildOpenApi(version: string): JsonSchema {
  const schemas = new JsonSchemas();
  const paths: Record<string, Record<string, unknown>> = {};
  const tags = new Set<string>();
  for (const [key, endpoint] of Object.entries(ENDPOINTS) as [Operation, Endpoint][]) {
    if (isComing(key)) continue;
    const [method = '', path = ''] = key.split(' ');
    tags.add(endpoint.tag);
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: operationObject(schemas, key, endpoint),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sangwian',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: API_BASE }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        appKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-app-key',
          description: 'Identifies the client; authorises nothing.',
        },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The opaque `access_token` of a sign-in: 30 days, sliding, revocable at once.',
        },
        staffSession: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-sangwian_staff',
          description: 'The console’s session; every write also needs `X-CSRF-Token`.',
        },
        staffToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A personal access token of a staff account, valid for its scopes.',
        },
      },
      schemas: schemas.components,
    },
  };
}
