import type { FastifyInstance } from 'fastify';
import type { SandboxConfig } from '../config.ts';
import { createAppleProvider } from './apple-provider.ts';
import { addIdentityProvider } from './identity-routes.ts';
import { addLineCalls } from './line-calls.ts';
import { createLineProvider } from './line-provider.ts';

/** Simulates LINE and Apple if the site does not use the real ones. */
export async function addSandboxIdentity(
  server: FastifyInstance,
  { line: channel, apple: client }: SandboxConfig['identity'],
  siteUrl: string,
): Promise<void> {
  if (channel !== null) {
    const line = createLineProvider({ issuer: channel.issuer, siteUrl }, channel);
    await addLineCalls(server, line, channel);
    await addIdentityProvider(server, line);
  }
  if (client !== null) {
    const apple = createAppleProvider({ issuer: client.issuer, siteUrl }, client);
    await addIdentityProvider(server, apple);
  }
}
