import { findProgram, type ProgramName, provision } from '../../tools/provision/provision.ts';

/**
 * Returns the paths of programs. Installs missing programs if possible. @throws {Error} naming the programs that are
 * still missing
 */
export function requirePrograms<Name extends ProgramName>(...names: Name[]): Record<Name, string> {
  const advice = provision(names);
  if (advice.length > 0) throw new Error(advice.join('; '));
  return Object.fromEntries(names.map((name) => [name, findProgram(name) ?? name])) as Record<
    Name,
    string
  >;
}
