import { readFileSync } from 'node:fs';
import { SECRET_VARIABLES } from './secret-variables.ts';

/** Longer files are not secrets; a PEM key has about 300 bytes. */
const FILE_BYTES_MAX = 64 * 1024;

type Values = Readonly<Record<string, string | undefined>>;

function readSecretFile(name: string, file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`${name}_FILE names a file that cannot be read (${code ?? 'unknown error'})`, {
      cause,
    });
  }
  const value = bytes.toString('utf8').replace(/\r?\n$/, '');
  if (value === '' || bytes.length > FILE_BYTES_MAX)
    throw new Error(`${name}_FILE names a file that is empty or too long for a secret`);
  return value;
}

/**
 * Sets each secret whose `<NAME>_FILE` names a file to the contents of the file, without the line break at its end.
 * Vaults and container platforms mount secrets as files, so that no secret is in the environment of a process.
 *
 * @throws {Error} if a file cannot be read, or if the variable itself is set to something else
 */
export function readSecretFiles(values: Values): Values {
  const read = SECRET_VARIABLES.flatMap((name): [string, string][] => {
    const file = values[`${name}_FILE`];
    if (file === undefined || file === '') return [];
    const value = readSecretFile(name, file);
    const own = values[name];
    // The launcher passes its secrets on to its services, which also inherit the name of the file.
    if (own !== undefined && own !== '' && own !== value)
      throw new Error(`${name} and ${name}_FILE are both set, to different secrets: set one`);
    return [[name, value]];
  });
  return read.length === 0 ? values : { ...values, ...Object.fromEntries(read) };
}
