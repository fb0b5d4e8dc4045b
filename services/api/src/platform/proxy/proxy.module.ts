import type { TrustAddress } from '@sangwian/node-kit/http/client-address';
import type { Logger } from '@sangwian/node-kit/logger';
import type { ApiModule } from '../http/handler.ts';
import { createForward } from './forward.ts';

export interface ProxyOptions {
  /** Empty: requests below `/media` are answered with `unavailable`. */
  readonly mediaInternalUrl: string;
  /** Empty: there is no sandbox, and paths below `/sandbox` do not exist. */
  readonly sandboxUrl: string;
  readonly trust: TrustAddress;
  readonly logger: Logger;
}

const isBelow = (url: string, path: string): boolean =>
  url.startsWith(path) && ['/', '?', undefined].includes(url[path.length]);

/** Forwards `/media/*` to the media process and `/sandbox/*` to the sandbox, and no other path. */
export function createProxyModule(options: ProxyOptions): ApiModule {
  const { logger, trust } = options;
  const media = createForward({ origin: options.mediaInternalUrl, trust, logger });
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
