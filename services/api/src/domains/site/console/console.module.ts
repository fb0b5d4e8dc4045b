import { ApiError } from '@sangwian/node-kit/api-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiModule } from '../../../platform/http/handler.ts';
import {
  loadStaticFiles,
  type StaticFile,
  type StaticFiles,
  sendStaticFile,
} from '../../../platform/http/static-files.ts';
import { contentSecurityPolicy } from '../pages/pages.module.ts';

const BASE = '/console';
const DOCUMENT = '/index.html';
const ASSETS = '/assets/';

export interface ConsoleOptions {
  /** The folder of the built console. If the folder does not exist, the console is not served. */
  readonly folder: string;
  /** Returns the site's URL. The port is known only once the server listens. */
  readonly publicUrl: () => string;
  readonly mediaPublicUrl: string;
  /** The console's URL if the console has a separate host; otherwise `null`. */
  readonly ownUrl: string | null;
}

/** Returns the files of a build, or `null` if the build does not exist. */
async function loadConsole(folder: string): Promise<StaticFiles | null> {
  try {
    return await loadStaticFiles(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Creates the handler of the console's document. Every URL of the console returns the same document. */
function createDocumentAnswer(document: StaticFile, options: ConsoleOptions) {
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers({
      'content-security-policy': contentSecurityPolicy({
        publicUrl: options.ownUrl ?? options.publicUrl(),
        mediaPublicUrl: options.mediaPublicUrl,
        tokeniserUrl: '',
        styleHashes: [],
        scriptHashes: [],
        frameAncestors: [],
      }),
      'x-robots-tag': 'noindex, nofollow',
      // The console's URLs contain ids of members and orders, which other sites must not receive.
      'referrer-policy': 'no-referrer',
    });
    return sendStaticFile(request, reply, { ...document, cacheControl: 'no-store' });
  };
}

/**
 * Redirects every URL of the console to the console's host. On that host the fans' pages cannot reach the session
 * cookie. Passkeys work on that host only.
 */
function sendToOwnHost(ownUrl: string) {
  const { host } = new URL(ownUrl);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.host !== host) return reply.redirect(`${ownUrl}${request.url}`, 302);
  };
}

/** Creates the module that serves the operator console below `/console/`. */
export async function createConsoleModule(options: ConsoleOptions): Promise<ApiModule> {
  const files = await loadConsole(options.folder);
  const document = files?.get(DOCUMENT);
  if (files === null || document === undefined) return {};
  const answerDocument = createDocumentAnswer(document, options);
  return {
    register: (app) => {
      const onRequest = options.ownUrl === null ? [] : [sendToOwnHost(options.ownUrl)];
      app.get(BASE, { onRequest }, answerDocument);
      app.get(`${BASE}/*`, { onRequest }, (request, reply) => {
        const path = (request.url.split('?', 1)[0] ?? '').slice(BASE.length);
        const file = path === DOCUMENT ? undefined : files.get(path);
        if (file !== undefined) return sendStaticFile(request, reply, file);
        if (path.startsWith(ASSETS)) throw new ApiError('not_found');
        return answerDocument(request, reply);
      });
    },
  };
}
