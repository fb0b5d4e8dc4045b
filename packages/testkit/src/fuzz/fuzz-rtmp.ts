import { once } from 'node:events';
import { connect } from 'node:net';
import { bytesOf, damage, integer, pick, type Random } from './fuzz-random.ts';

const ANSWER_MS_MAX = 30_000;
const HANDSHAKE_BYTES = 1_536;

/** `connect` to the application `live`, as a chunk of message type 20. */
const CONNECT = Buffer.concat([
  Buffer.from('030000000000001b14000000000200', 'hex'),
  Buffer.from('07636f6e6e656374003ff0000000000000030003617070020004', 'hex'),
  Buffer.from('6c697665000009', 'hex'),
]);
/** Set chunk size, window size, abort, a message of 16 MB, AMF with a nested object. */
const ODD_CHUNKS = [
  '02000000000004010000000000000001',
  '020000000000040100000000ffffffff',
  '02000000000004050000000000000000',
  '02000000000004020000000000000003',
  '0300000000ffffff1400000000',
  `03000000000064140000000003${'0001610300'.repeat(30)}`,
  '3f00ffff',
].map((hex) => Buffer.from(hex, 'hex'));

/**
 * Connects as an encoder that sends damaged RTMP and then closes its side.
 * @returns whether the server ended the connection in time
 */
export async function fuzzRtmp(port: number, random: Random): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  socket.on('error', () => {});
  socket.resume();
  const gone = once(socket, 'close').catch(() => null);
  const shakesHands = random() < 0.85;
  if (shakesHands) {
    socket.write(
      Buffer.concat([Buffer.from([3]), bytesOf(random, 8), Buffer.alloc(HANDSHAKE_BYTES - 8)]),
    );
    socket.write(Buffer.alloc(HANDSHAKE_BYTES));
  }
  if (random() < 0.6) socket.write(random() < 0.5 ? CONNECT : damage(random, CONNECT));
  const pieces = integer(random, 6);
  for (let piece = 0; piece < pieces; piece += 1) {
    socket.write(random() < 0.7 ? pick(random, ODD_CHUNKS) : bytesOf(random, integer(random, 900)));
  }
  if (random() < 0.5) socket.end();
  else socket.destroy();
  const timer = setTimeout(() => socket.destroy(), ANSWER_MS_MAX);
  const began = performance.now();
  await gone;
  clearTimeout(timer);
  return performance.now() - began < ANSWER_MS_MAX;
}
