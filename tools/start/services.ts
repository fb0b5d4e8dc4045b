import { join } from 'node:path';
import type { Secrets, StartSettings } from './settings.ts';
import type { ProcessPlan } from './supervised-process.ts';

export interface SettledPorts {
  readonly api: number;
  readonly media: number;
  readonly sandbox: number;
  readonly rtmp: number;
}

/** What every process of ours gets, on top of what the start itself was given. */
export function sharedEnvironment(
  settings: StartSettings,
  secrets: Secrets,
  ports: SettledPorts,
): Record<string, string> {
  const loopback = (port: number): string => `http://127.0.0.1:${port}`;
  const isProduction = settings.isProduction;
  return {
    ...secrets,
    NODE_ENV: isProduction ? 'production' : 'development',
    DATA_DIR: settings.dataDir,
    HOST: settings.host,
    PORT: String(settings.port),
    PUBLIC_URL: settings.url,
    API_INTERNAL_PORT: String(ports.api),
    API_INTERNAL_URL: loopback(ports.api),
    MEDIA_PORT: String(ports.media),
    MEDIA_INTERNAL_URL: loopback(ports.media),
    RTMP_PORT: String(ports.rtmp),
    SAMPLE_SEASON: isProduction ? '0' : '1',
    DEMO_PICTURE: isProduction ? '0' : '1',
    SANDBOX_PORT: String(ports.sandbox),
    SANDBOX_URL: isProduction ? '' : loopback(ports.sandbox),
    ...sandboxProviders(settings, `${loopback(ports.sandbox)}/sandbox`),
  };
}

/** LINE, Apple and the carrier of text messages as the sandbox plays them, where the start was not told of the real ones. */
function sandboxProviders(
  { isProduction, lineIssuer, appleIssuer, smsUrl }: StartSettings,
  sandbox: string,
): Record<string, string> {
  if (isProduction) return {};
  return {
    ...(smsUrl === '' ? { SMS_URL: sandbox, SMS_KEY: 'sandbox', SMS_SECRET: 'sandbox' } : {}),
    ...(lineIssuer === '' ? { LINE_ISSUER: `${sandbox}/line`, LINE_CHANNEL_ID: '1650000001' } : {}),
    ...(appleIssuer === ''
      ? {
          APPLE_ISSUER: `${sandbox}/apple`,
          APPLE_CLIENT_ID: 'app.sangwian.web',
          APPLE_TEAM_ID: 'SANDBOXTM1',
          APPLE_KEY_ID: 'SANDBOXKY1',
        }
      : {}),
  };
}

export type ServiceName = 'api' | 'media' | 'sandbox';

/** Services that do not touch the database are not told where it is; the sandbox alone plays its partner. */
export function servicePlan(
  name: ServiceName,
  dataDir: string,
  env: Readonly<Record<string, string>>,
): Pick<ProcessPlan, 'name' | 'script' | 'logFile' | 'env'> {
  return {
    name,
    script: `services/${name}/src/main.ts`,
    logFile: join(dataDir, 'logs', `${name}.log`),
    env: {
      ...env,
      ...(name === 'api' ? {} : { DATABASE_URL: '' }),
      ...(name === 'sandbox' ? {} : { SANDBOX_PARTNER_SEED: '' }),
    },
  };
}
