import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { SOCKET_EVENTS_IN } from '@sangwian/contract/sockets/event-namespace';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Socket } from 'socket.io';
import type { z } from 'zod';
import type { Authenticate } from '../../../platform/http/handler.ts';
import { identityOf } from '../../../platform/sockets/admit-socket.ts';
import { answerEvent, refuseEvent } from '../../../platform/sockets/answer-event.ts';
import { EVENT_RATES, RateBucket } from '../../../platform/sockets/event-rate.ts';
import type { RefusedEvents } from '../../../platform/sockets/refused-events.ts';
import { refuseIfOff, type SwitchGate } from '../../../platform/switches/switches.module.ts';
import type { Chat } from '../chat/chat.module.ts';
import type { WatchModule } from '../watch/watch.module.ts';
import { authenticateSocket, joinLive } from './join-live.ts';
import type { NodeRooms } from './node-rooms.ts';
import type { Reactions } from './reactions.ts';

export interface ServeOptions {
  readonly chat: Chat;
  readonly rooms: NodeRooms;
  readonly reactions: Reactions;
  readonly watch: Pick<WatchModule, 'beat' | 'addSocket'>;
  readonly authenticate: Authenticate;
  readonly refused: RefusedEvents;
  readonly switches: SwitchGate;
  readonly logger: Logger;
}

type Payloads = typeof SOCKET_EVENTS_IN;
type Parsed<Name extends keyof Payloads> = ReturnType<Payloads[Name]['parse']>;

async function sendChat(options: ServeOptions, socket: Socket, request: Parsed<'chat:send'>) {
  const bearer = await authenticateSocket(options, socket);
  await refuseIfOff(options.switches, 'chat');
  const message = await options.chat.send(
    {
      programLiveId: request.program_live_id,
      chatMessageId: request.chat_message_id,
      text: request.text,
      replyTo: request.reply_to,
    },
    bearer,
  );
  return { message };
}

async function moderate(
  options: ServeOptions,
  socket: Socket,
  request: Parsed<'chat:moderate'>,
): Promise<object> {
  await options.chat.moderate(request, await authenticateSocket(options, socket));
  return {};
}

/**
 * Counts a reaction. Reads nothing from the database: the socket was admitted to the room when it joined, and a revoked
 * session has no socket. Reactions above the member's rate are dropped without an error, because a fan who hammers the
 * button does nothing wrong.
 */
async function react(
  { rooms, reactions, switches }: ServeOptions,
  socket: Socket,
  request: Parsed<'reaction:send'>,
): Promise<object> {
  const { bearer } = identityOf(socket);
  const { program_live_id: programLiveId } = request;
  if (bearer === null) throw new ApiError('chat_members_only');
  if (!rooms.isJoined(programLiveId, socket)) throw new ApiError('live_not_found');
  await refuseIfOff(switches, 'chat');
  reactions.add(programLiveId, bearer.memberId, request.reaction, performance.now());
  return {};
}

/** Keeps a watch session alive while its socket sends heartbeats. */
class WatchKeepalive {
  #token: string | null = null;
  #release: () => void = () => {};

  beat({ watch }: ServeOptions, socket: Socket, request: Parsed<'watch:beat'>) {
    const { bearer } = identityOf(socket);
    if (bearer === null) throw new ApiError('token_missing');
    const { memberId } = bearer;
    const { watch_token: watchToken } = request;
    if (watchToken === null) {
      this.end();
      return {};
    }
    watch.beat(memberId, watchToken);
    if (watchToken === this.#token || socket.disconnected) return {};
    this.#release();
    this.#token = watchToken;
    this.#release = watch.addSocket({ memberId, watchToken });
    return {};
  }

  end(): void {
    this.#release();
    this.#release = () => {};
    this.#token = null;
  }
}

/**
 * Creates a queue that runs the joins and leaves of a socket in order, so that a leave never overtakes an
 * earlier join.
 */
function createSerialQueue(): <Result>(work: () => Result | Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}

/** Wires the events of one socket of the `/event` namespace to the chat, the watch session and the live's room. */
export function serveSocket(options: ServeOptions, socket: Socket): void {
  const { logger, refused, rooms } = options;
  const bucket = new RateBucket(EVENT_RATES.events, performance.now());
  const refuse = (name: string, args: readonly unknown[], code: 'rate_limited' | 'not_found') => {
    // Without `next` no handler runs, so the error response is sent here.
    refuseEvent(args, new ApiError(code));
    refused.count(socket, name, code);
  };
  socket.use(([name, ...args], next) => {
    // Reactions have a rate of their own for each member, and must not use up the rate of messages.
    if (name === 'reaction:send') next();
    else if (!bucket.take(performance.now())) refuse(name, args, 'rate_limited');
    else if (Object.hasOwn(SOCKET_EVENTS_IN, name)) next();
    else refuse(name, args, 'not_found');
  });
  const on = <Schema extends z.ZodType>(
    name: keyof Payloads,
    schema: Schema,
    handle: (payload: z.output<Schema>) => object | Promise<object>,
  ): void => {
    const onRefused = (code: ErrorCode): void => refused.count(socket, name, code);
    socket.on(name, (...args: unknown[]) => {
      void answerEvent(schema, args, { logger, onRefused }, handle);
    });
  };
  const schemas = SOCKET_EVENTS_IN;
  const keepalive = new WatchKeepalive();
  const inOrder = createSerialQueue();
  on('live:join', schemas['live:join'], (payload) =>
    inOrder(() => joinLive(options, socket, payload)),
  );
  on('live:leave', schemas['live:leave'], (payload) =>
    inOrder(() => {
      rooms.leave(payload.program_live_id, socket);
      return {};
    }),
  );
  on('chat:send', schemas['chat:send'], (payload) => sendChat(options, socket, payload));
  on('chat:moderate', schemas['chat:moderate'], (payload) => moderate(options, socket, payload));
  on('reaction:send', schemas['reaction:send'], (payload) => react(options, socket, payload));
  on('watch:beat', schemas['watch:beat'], (payload) => keepalive.beat(options, socket, payload));
  socket.on('disconnect', () => {
    rooms.leaveAll(socket);
    keepalive.end();
  });
}
