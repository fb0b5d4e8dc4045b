import { expect, test } from 'vitest';
import { readAudioSpecificConfig } from './audio-specific-config.ts';
import { MalformedMediaError, UnsupportedMediaError } from './media-error.ts';

/** Converts a string of bits to bytes; ignores spaces and pads the last byte with zeros. */
const record = (bits: string): Buffer => {
  const digits = bits.replaceAll(' ', '');
  const bytes = digits.match(/.{1,8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
};

test.each([
  ['LC, 48 kHz, stereo', '00010 0011 0010 000', 48_000, 2],
  ['LC, 44.1 kHz, stereo', '00010 0100 0010 000', 44_100, 2],
  ['LC, 44.1 kHz, mono', '00010 0100 0001 000', 44_100, 1],
  ['LC, 48 kHz, 7.1', '00010 0011 0111 000', 48_000, 8],
  [
    'an explicit rate of 37 800 Hz',
    `00010 1111 ${(37_800).toString(2).padStart(24, '0')} 0010 000`,
    37_800,
    2,
  ],
  ['SBR signalled first: the core’s rate', '00101 0110 0010 0011 00010 000', 24_000, 2],
  ['parametric stereo: the core is mono', '11101 0111 0001 0100 00010 000', 22_050, 1],
  ['SBR signalled at the end', '00010 0110 0010 000 01010110111 00101 1 0011', 24_000, 2],
  [
    'channels in a program config element: centre, pair, low frequency',
    '00010 0011 0000 000 0000 01 0011 0010 0000 0000 01 000 0000 0 0 0 0 0000 1 0000',
    48_000,
    4,
  ],
])('%s', (_, bits, sampleRateHz, channels) => {
  expect(readAudioSpecificConfig(record(bits))).toMatchObject({ sampleRateHz, channels });
});

test.each([
  ['1190', { codec: 'mp4a.40.2', channelConfiguration: 2 }],
  ['1208', { codec: 'mp4a.40.2', channelConfiguration: 1 }],
  ['11b0', { codec: 'mp4a.40.2', channelConfiguration: 6 }],
  ['2b118800', { codec: 'mp4a.40.5', channelConfiguration: 2 }],
  ['eb8a0800', { codec: 'mp4a.40.29', channelConfiguration: 1 }],
])(
  '%s yields the codec that it signals, as in RFC 6381, and the channel configuration',
  (hex, format) => {
    expect(readAudioSpecificConfig(Buffer.from(hex, 'hex'))).toMatchObject(format);
  },
);

test.each([
  ['AAC Main', '00001 0011 0010 000'],
  ['low delay', '11111 000111 0011 0010 000'],
  ['frames of 960 samples', '00010 0011 0010 100'],
  ['an unassigned channel configuration', '00010 0011 1001 000'],
])('%s is not supported', (_, bits) => {
  expect(() => readAudioSpecificConfig(record(bits))).toThrow(UnsupportedMediaError);
});

test.each([
  ['an empty record', ''],
  ['one byte', '00010001'],
  ['a reserved rate', '00010 1101 0010 000'],
  ['a rate of zero', `00010 1111 ${'0'.repeat(24)} 0010 000`],
  ['a rate above the maximum', `00010 1111 ${'1'.repeat(24)} 0010 000`],
  ['a rate that is cut off', `00010 1111 ${'1'.repeat(7)}`],
  ['no channels', '00010 0011 0000 000 0000 01 0011 0000 0000 0000 00 000 0000 0 0 0'],
])('%s is malformed', (_, bits) => {
  expect(() => readAudioSpecificConfig(record(bits))).toThrow(MalformedMediaError);
});
