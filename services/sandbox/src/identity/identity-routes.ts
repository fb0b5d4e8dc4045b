import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderIdentityPage, STRANGER_KEY } from './identity-page.ts';
import type { IdentityProvider } from './identity-provider.ts';

/** New persons that are offered again. */
const STRANGERS_SHOWN_MAX = 5;
const RESUMED = /\/authorize\/([\w-]{1,100})$/;

interface InteractionRoute {
  readonly Params: { uid: string };
}

/**
 * Creates the library's handler below the path of its provider. The site forwards no cookies, so interactions are
 * identified by their address, and testers choose a person at every sign-in.
 */
function createHandler(provider: IdentityProvider, path: string) {
  const answer = provider.oidc.callback();
  return (
    request: IncomingMessage & { originalUrl?: string },
    response: ServerResponse,
  ): Promise<void> => {
    const { url = '', headers } = request;
    const [pathname = ''] = url.split('?', 1);
    const uid = RESUMED.exec(pathname)?.[1];
    request.originalUrl = url;
    request.url = url.slice(path.length);
    headers['x-forwarded-host'] = provider.siteUrl.host;
    headers['x-forwarded-proto'] = provider.siteUrl.protocol.slice(0, -1);
    if (uid === undefined) delete headers.cookie;
    else headers.cookie = `${provider.oidc.cookieName('resume')}=${uid}`;
    return answer(request, response);
  };
}

/** Adds the page of an interaction and its form. */
function addInteraction(scope: FastifyInstance, provider: IdentityProvider, path: string): void {
  const { name, persons } = provider;
  const find = (uid: string) => provider.oidc.Interaction.find(uid);
  const refuse = (reply: FastifyReply): FastifyReply =>
    reply.code(404).type('text/plain; charset=utf-8').send('หมดเวลาแล้ว เริ่มใหม่ · Start again.');

  scope.get<InteractionRoute>(`${path}/interaction/:uid`, async (request, reply) => {
    if ((await find(request.params.uid)) === undefined) return refuse(reply);
    const isConnected = (subject: string): boolean => provider.isConnected(subject);
    const again = persons.strangers.filter(({ subject }) => isConnected(subject));
    const shown = [...persons.known, ...again.slice(0, STRANGERS_SHOWN_MAX)];
    const { html, policy } = renderIdentityPage({ name, persons: shown, isConnected });
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(html);
  });

  scope.post<InteractionRoute>(
    `${path}/interaction/:uid`,
    async (request: FastifyRequest<InteractionRoute>, reply) => {
      const interaction = await find(request.params.uid);
      if (interaction === undefined) return refuse(reply);
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
      const key = form.get('person') ?? '';
      const person = key === STRANGER_KEY ? persons.addStranger() : persons.find(key);
      const next =
        person === undefined
          ? await provider.refuse(interaction)
          : await provider.consent(interaction, { person, hidesEmail: form.has('hide_email') });
      return reply.redirect(next, 303);
    },
  );
}

/** Adds an identity provider below `/sandbox/{name}`: the library's routes, the page, and the connected persons. */
export async function addIdentityProvider(
  server: FastifyInstance,
  provider: IdentityProvider,
): Promise<void> {
  const path = `/sandbox/${provider.name}`;
  const handle = createHandler(provider, path);
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, text, done) => done(null, text),
    );
    addInteraction(scope, provider, path);
    scope.get(`${path}/.well-known/openid-configuration`, async () => provider.discovery);
    scope.get(`${path}/people`, async () =>
      provider.persons.known.map(({ subject, displayName }) => ({
        subject,
        name: displayName,
        connected: provider.isConnected(subject),
      })),
    );
  });
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The library parses its bodies.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.route({
      method: ['GET', 'POST'],
      url: `${path}/*`,
      handler: async (request, reply) => {
        const refusal = provider.refusalOf(new URL(request.url, provider.siteUrl).searchParams);
        if (refusal !== null) return reply.code(400).type('text/plain').send(refusal);
        reply.hijack();
        await handle(request.raw, reply.raw);
        return reply;
      },
    });
  });
}
