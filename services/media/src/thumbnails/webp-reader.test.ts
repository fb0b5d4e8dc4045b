import { expect, it } from 'vitest';
import { WebpReader } from './webp-reader.ts';

const file = (bytes: number): Buffer => {
  const webp = Buffer.alloc(8 + bytes, bytes);
  webp.write('RIFF', 0, 'latin1');
  webp.writeUInt32LE(bytes, 4);
  return webp;
};

it('splits a stream into files, however it is divided into chunks', () => {
  const stream = Buffer.concat([file(20), file(0), file(33)]);
  for (let cut = 1; cut < stream.length; cut += 1) {
    const reader = new WebpReader();
    const files = [stream.subarray(0, cut), stream.subarray(cut)].flatMap((bytes) =>
      reader.push(bytes, 100),
    );
    expect(files).toEqual([file(20), file(0), file(33)]);
  }
});

it('refuses data that is not a WebP file, and files that are too long', () => {
  expect(() => new WebpReader().push(Buffer.from('not a picture'), 100)).toThrow();
  expect(() => new WebpReader().push(file(101), 100)).toThrow();
});
