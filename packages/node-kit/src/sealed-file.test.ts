import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SealedFileError, sealedBytes, sealFile, unsealFile } from './sealed-file.ts';

const HEADER = 48;
const CHUNK = 64 * 1024 + 16;
const folder = mkdtempSync(join(tmpdir(), 'sangwian-sealed-test-'));
afterAll(() => rmSync(folder, { recursive: true }));
const [plain, sealed, opened] = ['plain', 'sealed', 'opened'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
const secrets = ['the secret of this installation'];
const name = 'database/base/1';

async function sealBytes(bytes: Buffer): Promise<Buffer> {
  writeFileSync(plain, bytes);
  await sealFile(plain, sealed, { secrets, name });
  return readFileSync(sealed);
}

async function expectRefusal(bytes: Buffer, message: string): Promise<void> {
  writeFileSync(sealed, bytes);
  const opening = unsealFile(sealed, opened, { secrets, name });
  await expect(opening).rejects.toThrow(SealedFileError);
  await expect(opening).rejects.toThrow(message);
  expect(existsSync(opened)).toBe(false);
}

describe('an encrypted file', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 131_072, 300_001])(
    'of %i bytes is opened unchanged, has the announced size and contains no plaintext',
    async (bytes) => {
      const content = Buffer.alloc(bytes, 'a name of a member ');
      const cipher = await sealBytes(content);
      expect(cipher).toHaveLength(sealedBytes(bytes));
      expect(cipher.includes('member')).toBe(false);
      expect(statSync(sealed).mode & 0o777).toBe(0o600);
      await unsealFile(sealed, opened, { secrets, name });
      expect(readFileSync(opened).equals(content)).toBe(true);
      rmSync(opened);
    },
  );

  it('differs each time', async () => {
    const first = await sealBytes(Buffer.from('the same'));
    expect((await sealBytes(Buffer.from('the same'))).equals(first)).toBe(false);
  });

  it('is refused after any change, cut, repetition or exchange of its chunks', async () => {
    const whole = await sealBytes(randomBytes(3 * 65_536));
    const header = whole.subarray(0, HEADER);
    const chunk = (index: number) =>
      whole.subarray(HEADER + index * CHUNK, HEADER + (index + 1) * CHUNK);
    for (const at of [HEADER - 1, HEADER, HEADER + CHUNK - 1, whole.length - 1]) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expectRefusal(changed, 'is damaged');
    }
    const others = {
      'without its last chunk': [header, chunk(0), chunk(1)],
      'without its first chunk': [header, chunk(1), chunk(2)],
      'with two chunks exchanged': [header, chunk(1), chunk(0), chunk(2)],
      'with a repeated chunk': [header, chunk(0), chunk(1), chunk(2), chunk(2)],
      'with bytes at its end': [whole, Buffer.from('x')],
      'cut inside a chunk': [whole.subarray(0, HEADER + CHUNK + 100)],
      'without chunks': [header],
    };
    for (const parts of Object.values(others))
      await expectRefusal(Buffer.concat(parts), 'is damaged');
    await expectRefusal(header.subarray(0, 20), 'cut off');
    await expectRefusal(
      Buffer.from('plain text, which is longer than the header of a file'),
      'is not',
    );
  });

  it('is refused if a chunk comes from another file, or the file has another name', async () => {
    const one = await sealBytes(randomBytes(2 * 65_536));
    const other = await sealBytes(randomBytes(2 * 65_536));
    const mixed = Buffer.concat([one.subarray(0, HEADER + CHUNK), other.subarray(HEADER + CHUNK)]);
    await expectRefusal(mixed, 'is damaged');
    writeFileSync(sealed, one);
    const moved = unsealFile(sealed, opened, { secrets, name: 'database/base/2' });
    await expect(moved).rejects.toThrow('was moved');
  });

  it('names the reason if the secret is another one or missing, and accepts an earlier secret', async () => {
    await sealBytes(Buffer.from('coins'));
    const open = (given: string[]) => unsealFile(sealed, opened, { secrets: given, name });
    await expect(open(['another secret'])).rejects.toThrow('another secret than BACKUP_SECRET');
    await expect(open([])).rejects.toThrow('Set BACKUP_SECRET');
    await open(['another secret', ...secrets]);
    expect(readFileSync(opened, 'utf8')).toBe('coins');
    rmSync(opened);
  });

  it('leaves no file behind if its source cannot be read', async () => {
    rmSync(sealed, { force: true });
    const missing = sealFile(join(folder, 'nowhere'), sealed, { secrets, name });
    await expect(missing).rejects.toThrow('ENOENT');
    expect(existsSync(sealed)).toBe(false);
    await sealBytes(Buffer.from('coins'));
    truncateSync(sealed, 0);
    await expect(unsealFile(sealed, opened, { secrets, name })).rejects.toThrow('cut off');
  });
});
