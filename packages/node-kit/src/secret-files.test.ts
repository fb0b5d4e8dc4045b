import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigurationError, readEnvironment, variables } from './environment.ts';
import { SECRET_VARIABLES } from './secret-variables.ts';
import { SECRETS, VARIABLES } from './variables.ts';

const folder = mkdtempSync(join(tmpdir(), 'sangwian-secret-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileWith(text: string): string {
  const file = join(folder, `secret-${text.length}`);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}
const Settings = variables('OTP_SECRET', 'DATABASE_URL', 'PORT');
const read = (values: Record<string, string>) => readEnvironment(Settings, values);

describe('secrets from files', () => {
  it('reads the file without the line break at its end', () => {
    expect(read({ OTP_SECRET_FILE: fileWith('from a vault\n') }).OTP_SECRET).toBe('from a vault');
  });

  it('accepts the same secret in variable and file, as in services of the launcher', () => {
    const OTP_SECRET_FILE = fileWith('the same one');
    expect(read({ OTP_SECRET_FILE, OTP_SECRET: 'the same one' }).OTP_SECRET).toBe('the same one');
  });

  it.each([
    [
      'a missing file',
      { OTP_SECRET_FILE: join(folder, 'nowhere') },
      'OTP_SECRET_FILE names a file that cannot be read (ENOENT)',
    ],
    ['an empty file', { OTP_SECRET_FILE: fileWith('\n') }, 'empty or too long'],
    [
      'a file that is no secret',
      { OTP_SECRET_FILE: fileWith('x'.repeat(70_000)) },
      'empty or too long',
    ],
    [
      'two different secrets',
      { OTP_SECRET_FILE: fileWith('one'), OTP_SECRET: 'another' },
      'both set',
    ],
  ])('refuses %s and never shows the secret', (_, values, message) => {
    expect(() => read(values)).toThrow(ConfigurationError);
    expect(() => read(values)).toThrow(message);
    expect(() => read(values)).not.toThrow('another');
  });

  it('reads no other variable from a file', () => {
    expect(read({ PORT: '9001', PORT_FILE: fileWith('9000') }).PORT).toBe(9001);
  });

  it('covers every variable that is named as a secret, a key, a token or a password', () => {
    const secrets: readonly string[] = SECRET_VARIABLES;
    const named = Object.keys(VARIABLES).filter((name) =>
      /_(SECRET|TOKEN|SEED)$|_(PRIVATE|SECRET)_KEY$|_WEBHOOK_SECRET$|^SMS_KEY$|^OBJECTS_KEY$/.test(
        name,
      ),
    );
    expect(named.filter((name) => !secrets.includes(name))).toEqual([]);
    expect(SECRETS.filter((name) => !secrets.includes(name))).toEqual([]);
  });
});
