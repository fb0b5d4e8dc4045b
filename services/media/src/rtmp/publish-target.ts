import { RENDITION_PATTERN, splitRendition } from '../stream/rendition-name.ts';

/** Path and credentials of a publisher, collected from the three fields in which encoders send them. */
export interface PublishTarget {
  /** The path, as in MediaMTX: `live`, or `live/<name>` if the credentials are separate from the stream's name. */
  readonly path: string;
  readonly user: string;
  readonly password: string;
  /** The stream key; empty if user and password are used instead. */
  readonly token: string;
  /** From `<key>_720p` or `?rendition=720p`; `''`: the stream itself. */
  readonly rendition: string;
  /** `?standby=1`: publishes only while there is no other publisher, and yields to any other. */
  readonly standby: boolean;
  /** `?backup=1`: the channel's backup signal, which is never a standby. */
  readonly backup: boolean;
  /** All query parameters, re-encoded. */
  readonly query: string;
}

const QUERY_CHARACTERS_MAX = 2_048;

/** Returns the application of a `connect` without parameters and slashes. */
export const applicationName = (app: string): string => trimSlashes(splitQuery(app)[0]);

/**
 * Parses `live` + key, `?user=&pass=` and `?token=`. Parameters of the stream's name override those of the application,
 * which override those of `tcUrl`. Returns `null` if credentials are missing or the parameters are too long.
 */
export function readPublishTarget(
  app: string,
  tcUrl: string,
  streamName: string,
): PublishTarget | null {
  const [name, nameQuery] = splitQuery(streamName);
  const queries = [splitQuery(tcUrl)[1], splitQuery(app)[1], nameQuery];
  if (queries.join('').length + name.length > QUERY_CHARACTERS_MAX) return null;
  const parameters = new URLSearchParams();
  for (const query of queries) {
    for (const [key, value] of new URLSearchParams(query)) parameters.set(key, value);
  }
  const user = parameters.get('user') ?? '';
  const password = parameters.get('pass') ?? parameters.get('password') ?? '';
  const { key: bareName, name: suffix } = splitRendition(trimSlashes(name));
  const namedToken = parameters.get('token');
  const nameIsKey = namedToken === null && password === '';
  const token = namedToken ?? (nameIsKey ? bareName : '');
  const rendition = parameters.get('rendition') ?? suffix;
  if (token === '' && password === '') return null;
  if (rendition !== '' && !RENDITION_PATTERN.test(rendition)) return null;
  const application = applicationName(app);
  // The path is logged and displayed, so it must not contain the key.
  const path = nameIsKey || bareName === '' ? application : `${application}/${bareName}`;
  const backup = parameters.get('backup') === '1';
  const standby = parameters.get('standby') === '1' && !backup;
  const query = parameters.toString();
  return { path, user, password, token, rendition, standby, backup, query };
}

function splitQuery(text: string): [string, string] {
  const mark = text.indexOf('?');
  return mark === -1 ? [text, ''] : [text.slice(0, mark), text.slice(mark + 1)];
}

const trimSlashes = (text: string): string => text.replace(/^\/+|\/+$/g, '');
