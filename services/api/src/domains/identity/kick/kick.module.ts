import { KICK_NAMESPACE } from '@sangwian/contract/sockets/kick-namespace';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { refuseEvent } from '../../../platform/sockets/answer-event.ts';
import type { SocketServer } from '../../../platform/sockets/socket-server.ts';
import { type EndSocketsOptions, endSockets } from './end-sockets.ts';

export interface KickModuleDeps extends Omit<EndSocketsOptions, 'kick'> {
  readonly sockets: SocketServer;
}

/**
 * Owns the `/kick` namespace, which sends the reason when a session or watch session ends and then disconnects its
 * sockets.
 */
export function createKickModule(deps: KickModuleDeps): ApiModule {
  const kick = deps.sockets.open(KICK_NAMESPACE, {
    membersOnly: true,
    onConnection: (socket, refused) => {
      // The namespace accepts no client events. A client that sends one gets an error at once instead of waiting for an
      // acknowledgement.
      socket.use(([name, ...args]) => {
        refuseEvent(args, new ApiError('not_found'));
        refused.count(socket, name, 'not_found');
      });
    },
  });
  const stop = endSockets({ ...deps, kick });
  return { stop: async () => stop() };
}
