import type { ProgramLiveId } from '@sangwian/contract/ids';
import { SOCKET_EVENTS_IN } from '@sangwian/contract/sockets/event-namespace';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Socket } from 'socket.io';
import type { Authenticate, Bearer } from '../../http/handler.ts';
import type { Chat } from '../chat/chat.module.ts';
import type { WatchModule } from '../watch/watch.module.ts';
import { identityOf } from './admit-socket.ts';
import { answerEvent, refuseEvent } from './answer-event.ts';
import { EVENT_RATES, RateBucket } from './event-rate.ts';
import type { LiveRooms } from './live-rooms.ts';

export interface EventOptions {
  readonly chat: Chat;
  readonly rooms: LiveRooms;
  readonly watch: Pick<WatchModule, 'beat' | 'hold'>;
  readonly authenticate: Authenticate;
  readonly logger: Logger;
}

type Payloads = typeof SOCKET_EVENTS_IN;
type Parsed<Name extends keyof Payloads> = ReturnType<Payloads[Name]['parse']>;

/** The member behind the socket as of now: a token may have died since the handshake. */
const bearerNow = async (options: EventOptions, socket: Socket): Promise<Bearer | null> => {
  const { token } = identityOf(socket);
  return token === null ? null : options.authenticate(token);
};

/** In the room first, then read: a line between the two comes twice rather than never. */
async function joinLive(options: EventOptions, socket: Socket, request: Parsed<'live:join'>) {
  const { chat, rooms } = options;
  const programLiveId: ProgramLiveId = request.program_live_id;
  const bearer = await bearerNow(options, socket);
  // Whether it exists and may be read is known before anything is opened for it.
  await chat.mayRead(programLiveId, bearer);
  const room = rooms.join(programLiveId, socket);
  if (room === null) throw new ApiError('rate_limited');
  try {
    const { snapshot, messages, seq, canChat, canModerate, state, timeout, removed } =
      await chat.read(programLiveId, request.since, bearer);
    room.startAt(seq);
    const bar = await rooms.barOf(programLiveId, room);
    if (socket.disconnected) rooms.leaveAll(socket);
    return {
      snapshot,
      messages,
      seq,
      viewers: room.viewers,
      can_chat: canChat,
      can_moderate: canModerate,
      chat: state,
      timeout,
      removed,
      bar,
    };
  } catch (error) {
    rooms.leave(programLiveId, socket);
    throw error;
  }
}

async function sendChat(options: EventOptions, socket: Socket, request: Parsed<'chat:send'>) {
  const bearer = await bearerNow(options, socket);
  const message = await options.chat.send(
    {
      programLiveId: request.program_live_id,
      chatMessageId: request.chat_message_id,
      text: request.text,
    },
    bearer,
  );
  return { message };
}

async function moderate(
  options: EventOptions,
  socket: Socket,
  request: Parsed<'chat:moderate'>,
): Promise<object> {
  await options.chat.moderate(request, await bearerNow(options, socket));
  return {};
}

/** What one socket has said of itself as the sign of a browser that watches. */
class Watching {
  #token: string | null = null;
  #letGo: () => void = () => {};

  beat({ watch }: EventOptions, socket: Socket, request: Parsed<'watch:beat'>) {
    const { bearer } = identityOf(socket);
    if (bearer === null) throw new ApiError('token_missing');
    const { memberId } = bearer;
    const { watch_token: watchToken } = request;
    watch.beat(memberId, watchToken);
    if (watchToken === this.#token || socket.disconnected) return {};
    this.#letGo();
    this.#token = watchToken;
    this.#letGo = watch.hold({ memberId, watchToken });
    return {};
  }

  end(): void {
    this.#letGo();
    this.#letGo = () => {};
  }
}

/** Wires one socket of the event namespace. */
export function serveEvents(options: EventOptions, socket: Socket): void {
  const { logger, rooms } = options;
  const bucket = new RateBucket(EVENT_RATES.events, performance.now());
  socket.use(([name, ...args], next) => {
    // Without `next` the event goes nowhere; its sender is answered here.
    if (!bucket.take(performance.now())) refuseEvent(args, new ApiError('rate_limited'));
    else if (Object.hasOwn(SOCKET_EVENTS_IN, name)) next();
    else refuseEvent(args, new ApiError('not_found'));
  });
  const schemas = SOCKET_EVENTS_IN;
  const watching = new Watching();
  socket.on('live:join', (...args: unknown[]) => {
    void answerEvent(schemas['live:join'], args, logger, (payload) =>
      joinLive(options, socket, payload),
    );
  });
  socket.on('live:leave', (...args: unknown[]) => {
    void answerEvent(schemas['live:leave'], args, logger, (payload) => {
      rooms.leave(payload.program_live_id, socket);
      return {};
    });
  });
  socket.on('chat:send', (...args: unknown[]) => {
    void answerEvent(schemas['chat:send'], args, logger, (payload) =>
      sendChat(options, socket, payload),
    );
  });
  socket.on('chat:moderate', (...args: unknown[]) => {
    void answerEvent(schemas['chat:moderate'], args, logger, (payload) =>
      moderate(options, socket, payload),
    );
  });
  socket.on('watch:beat', (...args: unknown[]) => {
    void answerEvent(schemas['watch:beat'], args, logger, (payload) =>
      watching.beat(options, socket, payload),
    );
  });
  socket.on('disconnect', () => {
    rooms.leaveAll(socket);
    watching.end();
  });
}
