import { findProgram, type ProgramName, provision } from '../../tools/provision/provision.ts';

/** Paths of the programs a bench needs, installed where this user may; throws a sentence saying what is missing. */
export function requirePrograms<Name extends ProgramName>(...names: Name[]): Record<Name, string> {
  const complaints = provision(names);
  if (complaints.length > 0) throw new Error(complaints.join('; '));
  return Object.fromEntries(names.map((name) => [name, findProgram(name) ?? name])) as Record<
    Name,
    string
  >;
}
