import { randomFillSync } from 'node:crypto';
import type { ByteInput } from './byte-input.ts';
import { RtmpProtocolError } from './protocol-error.ts';

/**
 * The simple handshake (RTMP 1.0, chapter 5.2). Encoders that open with a signed C1 ("complex" handshake) accept it as
 * well, because version bytes of zero in S1 mean an unsigned handshake.
 */
const VERSION = 3;
/** C1, C2, S1 and S2: time (4), zero or version (4), random bytes (1528). */
const PACKET_BYTES = 1536;
const RANDOM_OFFSET = 8;

type Write = (bytes: Buffer) => void;

const createPacket = (timeMs: number): Buffer => {
  const packet = Buffer.alloc(PACKET_BYTES);
  packet.writeUInt32BE(timeMs >>> 0, 0);
  randomFillSync(packet, RANDOM_OFFSET);
  return packet;
};

const expectVersion = async (input: ByteInput): Promise<void> => {
  const version = (await input.exactly(1))[0];
  if (version !== VERSION) {
    throw new RtmpProtocolError(`version ${version} instead of ${VERSION}: no plain RTMP`);
  }
};

/** Copies the peer's packet, because its buffer may be reused before the echo is sent. */
const echoOf = (packet: Buffer): Buffer => Buffer.from(packet);

/** Performs the server's side: reads C0, C1 and C2, writes S0, S1 and S2. Does not check the content of C2. */
export async function acceptHandshake(
  input: ByteInput,
  write: Write,
  timeMs: number,
): Promise<void> {
  await expectVersion(input);
  const clientPacket = await input.exactly(PACKET_BYTES);
  write(Buffer.concat([Buffer.of(VERSION), createPacket(timeMs), echoOf(clientPacket)]));
  await input.exactly(PACKET_BYTES);
}

/** Performs the client's side: writes C0, C1 and C2, reads S0, S1 and S2. */
export async function offerHandshake(
  input: ByteInput,
  write: Write,
  timeMs: number,
): Promise<void> {
  write(Buffer.concat([Buffer.of(VERSION), createPacket(timeMs)]));
  await expectVersion(input);
  write(echoOf(await input.exactly(PACKET_BYTES)));
  await input.exactly(PACKET_BYTES);
}
