import type { Environment } from '@sangwian/node-kit/environment';
import type { FastifyInstance } from 'fastify';
import { createAppleProvider } from './apple-provider.ts';
import { addIdentityProvider } from './identity-routes.ts';
import { addLineCalls } from './line-calls.ts';
import { createLineProvider } from './line-provider.ts';

/** Plays LINE and Apple where the site was told that they are here, and not the real ones. */
export async function addSandboxIdentity(
  server: FastifyInstance,
  environment: Environment,
  siteUrl: string,
): Promise<void> {
  const here = `${environment.text('SANDBOX_URL')}/sandbox`;
  const lineIssuer = environment.text('LINE_ISSUER');
  const appleIssuer = environment.text('APPLE_ISSUER');
  if (lineIssuer === `${here}/line`) {
    const channel = {
      channelId: environment.required('LINE_CHANNEL_ID'),
      channelSecret: environment.required('LINE_CHANNEL_SECRET'),
    };
    const line = createLineProvider({ issuer: lineIssuer, siteUrl }, channel);
    await addLineCalls(server, line, channel);
    await addIdentityProvider(server, line);
  }
  if (appleIssuer === `${here}/apple`) {
    const apple = createAppleProvider(
      { issuer: appleIssuer, siteUrl },
      {
        clientId: environment.required('APPLE_CLIENT_ID'),
        teamId: environment.required('APPLE_TEAM_ID'),
        keyId: environment.required('APPLE_KEY_ID'),
        privateKey: environment.required('APPLE_PRIVATE_KEY'),
      },
    );
    await addIdentityProvider(server, apple);
  }
}
