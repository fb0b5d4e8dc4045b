import { RENDITION_PATTERN, splitRendition } from '../stream/rendition-name.ts';

/** Where a publisher wants to go and who it says it is, gathered from the three places encoders put it. */
export interface PublishTarget {
  /** In MediaMTX's terms: `live`, or `live/<name>` where the credentials stand apart from the stream's name. */
  readonly path: string;
  readonly user: string;
  readonly password: string;
  /** The stream key, unless user and password were given instead. */
  readonly token: string;
  /** One of several of the same encoder, as `<key>_720p` or `?rendition=720p` name it; `''`: the stream itself. */
  readonly rendition: string;
  /** `?standby=1`: a picture for as long as nobody else publishes; it gives way to whoever comes. */
  readonly standby: boolean;
  /** All parameters, encoded again. */
  readonly query: string;
}

const QUERY_CHARACTERS_MAX = 2_048;

/** The application of a `connect`, without its parameters and slashes. */
export const applicationName = (app: string): string => trimSlashes(splitQuery(app)[0]);

/**
 * Reads `live` + key, `?user=&pass=` and `?token=`. Parameters of the stream's name go before those of the
 * application, and these before the address's. Answers `null` when nothing or too much was given.
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
  // A name that is the key stays out of the path, which is logged and shown.
  const path = nameIsKey || bareName === '' ? application : `${application}/${bareName}`;
  const standby = parameters.get('standby') === '1';
  return { path, user, password, token, rendition, standby, query: parameters.toString() };
}

function splitQuery(text: string): [string, string] {
  const mark = text.indexOf('?');
  return mark === -1 ? [text, ''] : [text.slice(0, mark), text.slice(mark + 1)];
}

const trimSlashes = (text: string): string => text.replace(/^\/+|\/+$/g, '');
