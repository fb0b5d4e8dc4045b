import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TrustAddress } from '@sangwian/node-kit/http/client-address';
import type { Logger } from '@sangwian/node-kit/logger';
import type { ApiModule } from '../http/handler.ts';
import { createForward, type Forward } from './forward.ts';

export interface ProxyOptions {
  /** Empty: requests below `/media` are answered with `unavailable`. */
  readonly mediaInternalUrl: string;
  /** Returns the address of the media process that publishes the channel; `null`: the one at `mediaInternalUrl`. */
  readonly findOrigin: (channelId: string) => string | null;
  /** Empty: there is no sandbox, and paths below `/sandbox` do not exist. */
  readonly sandboxUrl: string;
  readonly trust: TrustAddress;
  readonly logger: Logger;
}

const isBelow = (url: string, path: string): boolean =>
  url.startsWith(path) && ['/', '?', undefined].includes(url[path.length]);

/** The channel in `/media/{channel_id}/…` and `/media/g/{grant}/{channel_id}/…`. */
const CHANNEL = /^\/media\/(?:g\/[^/?]*\/)?([a-z0-9-]{1,63})\//;

/** Forwards to the media process of the channel that an address names. */
function createMediaForward({
  mediaInternalUrl,
  findOrigin,
  trust,
  logger,
}: ProxyOptions): Forward {
  const forwards = new Map<string, Forward>();
  const forwardTo = (origin: string): Forward => {
    const known = forwards.get(origin) ?? createForward({ origin, trust, logger });
    forwards.set(origin, known);
    return known;
  };
  const forward = (request: IncomingMessage, response: ServerResponse): void => {
    const [, channelId = ''] = CHANNEL.exec(request.url ?? '') ?? [];
    const origin = channelId === '' ? null : findOrigin(channelId);
    forwardTo(origin ?? mediaInternalUrl)(request, response);
  };
  return Object.assign(forward, {
    close: () => {
      for (const { close } of forwards.values()) close();
    },
  });
}

/** Forwards `/media/*` to the media process and `/sandbox/*` to the sandbox, and no other path. */
export function createProxyModule(options: ProxyOptions): ApiModule {
  const { logger, trust } = options;
  const media = createMediaForward(options);
  const sandbox = createForward({ origin: options.sandboxUrl, trust, logger });
  return {
    intercept: (request, response) => {
      const { url = '' } = request;
      if (url.startsWith('/media/')) {
        media(request, response);
        return true;
      }
      if (options.sandboxUrl !== '' && isBelow(url, '/sandbox')) {
        sandbox(request, response);
        return true;
      }
      return false;
    },
    stop: async () => {
      media.close();
      sandbox.close();
    },
  };
}
