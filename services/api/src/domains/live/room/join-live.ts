import type { SOCKET_EVENTS_IN } from '@sangwian/contract/sockets/event-namespace';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Socket } from 'socket.io';
import type { z } from 'zod';
import type { Authenticate, Bearer } from '../../../platform/http/handler.ts';
import { identityOf } from '../../../platform/sockets/admit-socket.ts';
import type { Chat } from '../chat/chat.module.ts';
import type { NodeRooms } from './node-rooms.ts';

export interface JoinOptions {
  readonly chat: Pick<Chat, 'checkReadAccess' | 'read'>;
  readonly rooms: NodeRooms;
  readonly authenticate: Authenticate;
}

/** Authenticates a socket again, because its session may have ended since the handshake. */
export const authenticateSocket = async (
  { authenticate }: Pick<JoinOptions, 'authenticate'>,
  socket: Socket,
): Promise<Bearer | null> => {
  const { token } = identityOf(socket);
  return token === null ? null : authenticate(token);
};

/**
 * Joins the room of a live and returns the live's state. The socket enters the room before the chat is read,
 * so that a line sent in between arrives twice instead of never.
 *
 * @throws {ApiError} `live_not_found`, `live_locked`; `rate_limited` if the socket is in too many rooms
 */
export async function joinLive(
  options: JoinOptions,
  socket: Socket,
  request: z.output<(typeof SOCKET_EVENTS_IN)['live:join']>,
) {
  const { chat, rooms } = options;
  const programLiveId = request.program_live_id;
  const bearer = await authenticateSocket(options, socket);
  // Access is checked first, so that a refused request opens no room.
  await chat.checkReadAccess(programLiveId, bearer);
  const room = rooms.join(programLiveId, socket);
  if (room === null) throw new ApiError('rate_limited');
  try {
    const { snapshot, messages, seq, canChat, canModerate, state, timeout, removed, ...own } =
      await chat.read(programLiveId, request.since, bearer);
    room.startAt(seq);
    const bar = await rooms.readBar(programLiveId, room);
    if (socket.disconnected) rooms.leaveAll(socket);
    return {
      snapshot,
      messages,
      seq,
      viewers: room.viewers,
      live: await room.readState(),
      can_chat: canChat,
      can_moderate: canModerate,
      chat: state,
      timeout,
      removed,
      blocked: own.blocked,
      held: own.held,
      bar,
    };
  } catch (error) {
    rooms.leave(programLiveId, socket);
    throw error;
  }
}
