import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { IdentityProvider } from './identity-provider.ts';
import { LINE_PATHS, type LineChannel } from './line-provider.ts';

const CHANNEL_TOKEN_MS = 15 * 60_000;
const CHANNEL_TOKENS_MAX = 1_000;

/** Adds LINE's server-to-server calls: the channel's token, and the revocation of a user's consent. */
export async function addLineCalls(
  server: FastifyInstance,
  provider: IdentityProvider,
  { channelId, channelSecret }: LineChannel,
): Promise<void> {
  const tokens = new Map<string, number>();
  const isChannelToken = (authorization = ''): boolean =>
    (tokens.get(authorization.replace(/^Bearer /, '')) ?? 0) > Date.now();

  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'application/json'],
      { parseAs: 'string' },
      (_request, text, done) => done(null, text),
    );
    scope.post(`/sandbox/line${LINE_PATHS.channelToken}`, async (request, reply) => {
      const form = new URLSearchParams(String(request.body));
      const isChannel =
        form.get('grant_type') === 'client_credentials' &&
        form.get('client_id') === channelId &&
        form.get('client_secret') === channelSecret;
      if (!isChannel) return reply.code(400).send({ error: 'invalid_client' });
      const access_token = randomBytes(24).toString('base64url');
      if (tokens.size >= CHANNEL_TOKENS_MAX) tokens.clear();
      tokens.set(access_token, Date.now() + CHANNEL_TOKEN_MS);
      return { token_type: 'Bearer', access_token, expires_in: CHANNEL_TOKEN_MS / 1_000 };
    });
    scope.post(`/sandbox/line${LINE_PATHS.deauthorize}`, async (request, reply) => {
      if (!isChannelToken(request.headers.authorization)) {
        return reply.code(401).send({ message: 'invalid token' });
      }
      const { userAccessToken } = JSON.parse(String(request.body)) as { userAccessToken?: unknown };
      const token = await provider.oidc.AccessToken.find(String(userAccessToken));
      if (token === undefined) return reply.code(400).send({ message: 'invalid userAccessToken' });
      await provider.disconnect(token.accountId);
      return reply.code(204).send();
    });
  });
}
