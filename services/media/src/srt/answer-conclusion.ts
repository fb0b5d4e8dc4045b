import {
  EXTENSION,
  EXTENSION_FLAG,
  type Handshake,
  OPTION_FLAG,
  readOptions,
  readText,
  SRT_REFUSAL,
  type SrtRefusal,
  writeOptions,
} from './handshake.ts';
import { PayloadCipher } from './payload-cipher.ts';

/** The version of libsrt whose protocol is implemented. */
const SRT_VERSION = 0x01_05_00;
const STREAM_ID_CHARS_MAX = 512;
const DELAY_MS_MAX = 8_000;
const LIVE = 'live';

export interface SrtSettings {
  /** Milliseconds for which a lost packet is awaited; a caller may ask for more. */
  readonly latencyMs: number;
  /** Encrypts all streams; empty: streams are not encrypted. */
  readonly passphrase: string;
}

/** What a caller asks for. */
export interface Conclusion {
  readonly streamId: string;
  readonly latencyMs: number;
  readonly cipher: PayloadCipher | null;
  /** Extensions of the response. */
  readonly extensions: ReadonlyMap<number, Buffer>;
  readonly extensionField: number;
}

/** Reads the conclusion of a caller, or returns the reason for a refusal. */
export function readConclusion(
  request: Handshake,
  { latencyMs: ownLatencyMs, passphrase }: SrtSettings,
): Conclusion | SrtRefusal {
  if (request.version !== 5) return SRT_REFUSAL.version;
  const asked = request.extensions.get(EXTENSION.request);
  const options = asked === undefined ? null : readOptions(asked);
  if (options === null) return SRT_REFUSAL.badRequest;
  if ((options.flags & OPTION_FLAG.isByteStream) !== 0) return SRT_REFUSAL.messageMode;
  if (request.extensions.has(EXTENSION.filter)) return SRT_REFUSAL.filter;
  const congestion = request.extensions.get(EXTENSION.congestion);
  if (congestion !== undefined && readText(congestion) !== LIVE) return SRT_REFUSAL.congestion;
  const streamId = readText(request.extensions.get(EXTENSION.streamId) ?? Buffer.alloc(0));
  if (streamId.length > STREAM_ID_CHARS_MAX) return SRT_REFUSAL.badRequest;
  const cipher = openCipher(request, passphrase);
  if (typeof cipher === 'number') return cipher;
  const latencyMs = Math.min(Math.max(ownLatencyMs, options.senderDelayMs), DELAY_MS_MAX);
  return { streamId, latencyMs, cipher, ...respond(request, latencyMs, cipher !== null) };
}

function openCipher(request: Handshake, passphrase: string): PayloadCipher | null | SrtRefusal {
  const keyMessage = request.extensions.get(EXTENSION.keyRequest);
  if ((keyMessage === undefined) !== (passphrase === '')) return SRT_REFUSAL.unsecure;
  if (keyMessage === undefined) return null;
  return PayloadCipher.open(passphrase, keyMessage) ?? SRT_REFUSAL.badSecret;
}

/** Confirms the options, and the keys by returning their message. */
function respond(request: Handshake, latencyMs: number, isEncrypted: boolean) {
  const flags =
    OPTION_FLAG.timedSending |
    OPTION_FLAG.timedReceiving |
    OPTION_FLAG.encryption |
    OPTION_FLAG.dropsLatePackets |
    OPTION_FLAG.reportsLosses |
    OPTION_FLAG.marksRepeats;
  const extensions = new Map([
    [
      EXTENSION.response as number,
      writeOptions({
        srtVersion: SRT_VERSION,
        flags,
        receiverDelayMs: latencyMs,
        senderDelayMs: latencyMs,
      }),
    ],
  ]);
  const keyMessage = request.extensions.get(EXTENSION.keyRequest);
  if (isEncrypted && keyMessage !== undefined) {
    extensions.set(EXTENSION.keyResponse, Buffer.from(keyMessage));
  }
  const extensionField = EXTENSION_FLAG.request | (isEncrypted ? EXTENSION_FLAG.keyMaterial : 0);
  return { extensions, extensionField };
}
