import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiError } from '@sangwian/node-kit/api-error';
import { THOROUGH } from '../../../platform/http/compress.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { API_BASE } from '../../../platform/http/register-endpoints.ts';
import { type SharedBytes, sendShared, shareBytes } from '../../../platform/http/shared-bytes.ts';
import {
  loadStaticFiles,
  type StaticFiles,
  sendStaticFile,
} from '../../../platform/http/static-files.ts';
import { buildOpenApi } from './build-openapi.ts';

const DOCS = '/api/docs';
const OPENAPI = `${API_BASE}/openapi.json`;
const CACHE = 'public, max-age=300, stale-while-revalidate=86400';

/** Swagger UI uses `data:` URLs for icons. Everything else comes from this site. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sangwian API</title>
<link rel="icon" href="${DOCS}/favicon-32x32.png">
<link rel="stylesheet" href="${DOCS}/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${DOCS}/swagger-ui-bundle.js"></script>
<script src="${DOCS}/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({
  url: ${JSON.stringify(OPENAPI)},
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayRequestDuration: true,
  validatorUrl: null,
});
`;

const FOLDER = join(
  dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui/package.json'))),
  'static',
);

interface DocsFiles {
  readonly document: SharedBytes;
  readonly assets: StaticFiles;
}

async function makeFiles(version: string): Promise<DocsFiles> {
  const document = shareBytes(JSON.stringify(buildOpenApi(version)), THOROUGH);
  return { document, assets: await loadStaticFiles(FOLDER) };
}

/**
 * The files of each version, created once per process. Tests create hundreds of APIs, and creating these files would
 * take most of their time.
 */
const made = new Map<string, Promise<DocsFiles>>();

/** Creates the module that serves the OpenAPI document and its reference page. All files come from this site. */
export async function createDocsModule(version: string): Promise<ApiModule> {
  const making = made.get(version) ?? makeFiles(version);
  made.set(version, making);
  const { document, assets } = await making;
  const page = shareBytes(PAGE, null);
  const start = shareBytes(START, null);
  return {
    register: (app) => {
      app.get(OPENAPI, (request, reply) => {
        reply.type('application/json; charset=utf-8').header('cache-control', CACHE);
        return sendShared(request, reply, document);
      });
      app.get(DOCS, (request, reply) => {
        reply.type('text/html; charset=utf-8').header('cache-control', CACHE);
        reply.header('content-security-policy', POLICY);
        return sendShared(request, reply, page);
      });
      app.get(`${DOCS}/start.js`, (request, reply) => {
        reply.type('text/javascript; charset=utf-8').header('cache-control', CACHE);
        return sendShared(request, reply, start);
      });
      app.get(`${DOCS}/*`, (request, reply) => {
        const file = assets.get(request.url.slice(DOCS.length).split('?', 1)[0] ?? '');
        if (file === undefined) throw new ApiError('not_found');
        return sendStaticFile(request, reply, file);
      });
    },
  };
}
