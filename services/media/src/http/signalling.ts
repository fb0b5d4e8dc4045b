import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress, type TrustAddress } from '@sangwian/node-kit/http/client-address';
import type { Clock } from '../stream/clock.ts';
import { RENDITION_PATTERN, splitRendition } from '../stream/rendition-name.ts';
import type { Negotiated, WebRtcSessions } from '../webrtc/webrtc-sessions.ts';
import { sendDescription, sendDone, sendError } from './answers.ts';
import type { GrantChecker } from './grant-checker.ts';
import { NodeExchange } from './node-exchange.ts';
import { readBody } from './read-body.ts';

const ADDRESS_PATTERN = /^\/media\/([\w-]{1,64})\/(whip|whep)(?:\/([0-9a-f-]{36}))?$/;
/** Browsers' offers are about 10 kB long. */
const OFFER_BYTES_MAX = 64 * 1024;
const STREAM_KEY_CHARS_MAX = 512;
const QUERY_CHARS_MAX = 2_048;

interface Address {
  readonly path: string;
  readonly kind: 'whip' | 'whep';
  /** The session id; `null` for the endpoint itself. */
  readonly session: string | null;
  readonly query: URLSearchParams;
}

/** Parses `/media/{channel_id}/whip|whep[/{session}]`. Returns `null` for any other URL. */
export function readSignallingAddress(url: string): Address | null {
  const [path = '', query = ''] = url.split('?', 2);
  const match = ADDRESS_PATTERN.exec(path);
  if (match === null || query.length > QUERY_CHARS_MAX) return null;
  const [, channel = '', kind, session = null] = match;
  return {
    path: channel,
    kind: kind === 'whip' ? 'whip' : 'whep',
    session,
    query: new URLSearchParams(query),
  };
}

function bearerOf(request: IncomingMessage): string {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

export interface SignallingOptions {
  /** `null`: no WebRTC on this machine. */
  readonly sessions: WebRtcSessions | null;
  readonly grants: GrantChecker;
  readonly clock: Clock;
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trust: TrustAddress;
}

/** Handles WHIP (RFC 9725) and WHEP (draft-ietf-wish-whep) signalling: offers, answers and the end of sessions. */
export class Signalling {
  readonly #options: SignallingOptions;

  constructor(options: SignallingOptions) {
    this.#options = options;
  }

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    address: Address,
  ): Promise<void> {
    const exchange = new NodeExchange(request, response);
    const { sessions } = this.#options;
    // Unread bodies are discarded, so that the connection can be reused.
    request.on('error', () => {});
    if (sessions === null) {
      request.resume();
      return sendError(exchange, 'unavailable');
    }
    if (address.session === null) {
      if (request.method !== 'POST') return sendError(exchange, 'method_not_allowed');
      return this.#offer(sessions, request, exchange, address);
    }
    request.resume();
    const found = sessions.find(address.kind, address.path, address.session);
    if (found === null) return sendError(exchange, 'not_found');
    if (found !== 'open') return sendError(exchange, found.code, found.detail);
    if (request.method === 'DELETE') {
      sessions.end(address.session);
      return sendDone(exchange, 200);
    }
    // ICE candidates are ignored, because the peer's IP address is learned from its first connectivity check. For an
    // ICE restart, the peer must send a new offer.
    if (request.method === 'PATCH') return sendDone(exchange, 204);
    sendError(exchange, 'method_not_allowed');
  }

  async #offer(
    sessions: WebRtcSessions,
    request: IncomingMessage,
    exchange: NodeExchange,
    address: Address,
  ): Promise<void> {
    if (!/^application\/sdp\b/i.test(request.headers['content-type'] ?? '')) {
      request.resume();
      return sendError(exchange, 'media_type_unsupported');
    }
    const sdp = await readBody(request, OFFER_BYTES_MAX);
    if (sdp === null) return sendError(exchange, 'body_too_large');
    const negotiated =
      address.kind === 'whep'
        ? await this.#watch(sessions, request, address, sdp)
        : await this.#publish(sessions, request, address, sdp);
    if (typeof negotiated === 'string') return sendError(exchange, negotiated);
    const { id, sdp: answer } = negotiated;
    // The client disconnected during the negotiation.
    if (exchange.gone) return sessions.end(id);
    sendDescription(exchange, answer, `/media/${address.path}/${address.kind}/${id}`);
  }

  async #watch(
    sessions: WebRtcSessions,
    request: IncomingMessage,
    { path, query }: Address,
    sdp: string,
  ): Promise<Negotiated> {
    const { grants, clock } = this.#options;
    const viewer = grants.check(path, query.get('token') ?? bearerOf(request), clock.wallMs());
    if (typeof viewer === 'string') return viewer;
    // Edges cannot request WebRTC sessions: an edge shares playlists and parts, but a WebRTC session belongs to one
    // viewer.
    if (viewer.isEdge) return 'grant_invalid';
    await sessions.prepare(path);
    return sessions.watch(path, viewer, sdp);
  }

  async #publish(
    sessions: WebRtcSessions,
    request: IncomingMessage,
    { path, query }: Address,
    sdp: string,
  ): Promise<Negotiated> {
    const token = bearerOf(request) || (query.get('token') ?? '');
    if (token === '') return 'token_missing';
    const { key: streamKey, name } = splitRendition(token);
    const rendition = query.get('rendition') ?? name;
    if (streamKey.length > STREAM_KEY_CHARS_MAX) return 'stream_key_invalid';
    if (rendition !== '' && !RENDITION_PATTERN.test(rendition)) return 'request_invalid';
    return sessions.publish({
      path,
      streamKey,
      rendition,
      signal: query.get('backup') === '1' ? 'backup' : 'primary',
      address: clientAddress(request, this.#options.trust),
      query: '',
      sdp,
    });
  }
}
