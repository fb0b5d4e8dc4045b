import { z } from 'zod';
import { readSecretFiles } from './secret-files.ts';
import { isStrongSecret, MAKE_SECRET, SECRET_BITS_MIN } from './secret-strength.ts';
import { SECRETS, VARIABLES, type VariableName } from './variables.ts';

/** Invalid values, with the names of their variables. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

/** A schema of these variables. */
export const variables = <Name extends VariableName>(...names: readonly Name[]) =>
  z.object(
    Object.fromEntries(names.map((name) => [name, VARIABLES[name]])) as Pick<
      typeof VARIABLES,
      Name
    >,
  );

const missing = (name: VariableName): string => `is not set: ${VARIABLES[name].description}`;

/** A variable of text that must not be empty. */
export const required = (name: VariableName): z.ZodType<string, string | undefined> =>
  (VARIABLES[name] as z.ZodType<string, string | undefined>).refine((value) => value !== '', {
    error: missing(name),
  });

/**
 * A schema of the variables of one provider: either all of them are set or none, and production must reach the provider
 * over https.
 * @param decisive variables: if one of them is set, all must be set
 * @returns a schema whose output is `null` while every decisive variable is empty
 */
export const variableGroup = <Name extends VariableName>(
  names: readonly Name[],
  decisive: readonly Name[] = names,
) =>
  variables<Name | 'NODE_ENV'>(...names, 'NODE_ENV').transform((values, context) => {
    const isEmpty = (name: Name): boolean => Reflect.get(values, name) === '';
    if (decisive.every(isEmpty)) return null;
    for (const name of names.filter(isEmpty)) {
      context.addIssue({ code: 'custom', path: [name], message: missing(name) });
    }
    for (const name of isProduction(values) ? names : []) {
      const value: unknown = Reflect.get(values, name);
      if (typeof value === 'string' && value.startsWith('http:')) {
        const message = `must be an https address, not "${value}"`;
        context.addIssue({ code: 'custom', path: [name], message });
      }
    }
    return { ...values, isProduction: isProduction(values) };
  });

/** Runs each schema on the whole environment. */
export const concerns = <Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) =>
  z.preprocess(
    (values) => Object.fromEntries(Object.keys(shape).map((concern) => [concern, values])),
    z.object(shape),
  );

export const isProduction = (values: { readonly NODE_ENV?: unknown }): boolean =>
  values.NODE_ENV === 'production';

/** Error for a site without https in production; completes "PUBLIC_URL …". */
export const INSECURE_SITE = 'must be an https address in production';

/** Returns which secrets are missing, equal to the default or too weak for production; `null` if all are strong. */
export function describeWeakSecrets(values: Readonly<Record<string, unknown>>): string | null {
  const weak = SECRETS.filter((name) => {
    if (!(name in values)) return false;
    // A secret may be a comma-separated list during a rotation.
    const parts = String(values[name]).split(',');
    const { defaultValue } = VARIABLES[name].def;
    return parts.some((part) => part === defaultValue || !isStrongSecret(part.trim()));
  });
  if (weak.length === 0) return null;
  return (
    `production needs secrets of its own, each with at least ${SECRET_BITS_MIN} random bits; ` +
    `missing, the default or too weak: ${weak.join(', ')}.\n` +
    `Generate each one: export ${weak[0]}="$(${MAKE_SECRET})"`
  );
}

/** Returns a check for a schema with secrets, which refuses weak secrets in production. */
export function refuseWeakSecrets(
  values: Readonly<Record<string, unknown>>,
  context: z.core.$RefinementCtx,
): void {
  const fault = isProduction(values) ? describeWeakSecrets(values) : null;
  if (fault !== null) context.addIssue({ code: 'custom', message: fault });
}

function describeIssue({ path, message }: z.core.$ZodIssue): string {
  const at = path.findIndex((part) => typeof part === 'string' && part in VARIABLES);
  if (at < 0) return message;
  const within = path.slice(at + 1);
  return `${String(path[at])}${within.length === 0 ? '' : `: ${within.join('.')}:`} ${message}`;
}

function withSecretFiles(values: Readonly<Record<string, string | undefined>>) {
  try {
    return readSecretFiles(values);
  } catch (error) {
    throw new ConfigurationError((error as Error).message, { cause: error });
  }
}

/**
 * Reads settings from the environment, and secrets from the files of `<NAME>_FILE`.
 *
 * @throws {ConfigurationError} with one line for each variable that cannot be used
 */
export function readEnvironment<Settings>(
  schema: z.ZodType<Settings>,
  values: Readonly<Record<string, string | undefined>> = process.env,
): Settings {
  const result = schema.safeParse(withSecretFiles(values));
  if (result.success) return result.data;
  throw new ConfigurationError([...new Set(result.error.issues.map(describeIssue))].join('\n'));
}
