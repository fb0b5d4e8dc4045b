import { findVui, unescapeNal } from './sequence-parameter-set.ts';

/**
 * A VUI (ITU-T H.264, annex E.1.1) that only declares that no picture is reordered. Eight absent parts, then
 * `bitstream_restriction_flag`, `motion_vectors_over_pic_boundaries_flag`, four numbers of 0 (unlimited), no reordered
 * picture, and room for 16 decoded ones. The stop bit follows.
 */
const VUI = `1${'0'.repeat(8)}11${'1111'}1${'000010001'}1`;

/** Inserts the emulation prevention bytes. */
function escapeNal(bytes: Uint8Array): Buffer {
  const escaped: number[] = [];
  let zeros = 0;
  for (const byte of bytes) {
    if (zeros >= 2 && byte <= 3) {
      escaped.push(3);
      zeros = 0;
    }
    escaped.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(escaped);
}

/**
 * Returns a sequence parameter set, including its NAL header, that declares that no picture is reordered, so that a
 * decoder of key frames alone shows each one at once. Returns `null` if the set is invalid.
 */
export function declareNoReordering(nal: Uint8Array): Buffer | null {
  const set = unescapeNal(nal.subarray(1));
  const vuiAt = findVui(set);
  if (vuiAt === null) return null;
  const head = Array.from(set.subarray(0, Math.ceil(vuiAt / 8)), (byte) =>
    byte.toString(2).padStart(8, '0'),
  );
  const bits = head.join('').slice(0, vuiAt) + VUI;
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? [];
  const written = escapeNal(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2)));
  return Buffer.concat([nal.subarray(0, 1), written]);
}
