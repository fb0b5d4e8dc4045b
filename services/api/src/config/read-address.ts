import {
  ConfigurationError,
  type Environment,
  type VariableName,
} from '@sangwian/node-kit/environment';

/** An http(s) address without a slash at its end, or nothing. */
export function readAddress(environment: Environment, name: VariableName): string {
  const text = environment.text(name);
  if (text === '') return '';
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new ConfigurationError(`${name} must be an http or https address, not "${text}"`);
  }
  return text.replace(/\/+$/, '');
}
