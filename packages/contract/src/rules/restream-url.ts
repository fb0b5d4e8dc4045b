const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'rtmp:': 1935, 'rtmps:': 443 };
/** Besides this port, those below 1024 belong to services that are no RTMP servers, such as mail. */
const HTTPS_PORT = 443;
const UNPRIVILEGED_PORT_MIN = 1024;
/** An application of RTMP with up to two more parts, and perhaps a slash at its end. */
const APP = /^((?:\/[\w.~-]+){1,3})\/?$/;
const HOST = /^([a-z0-9_](?:[\w.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/i;

/** Where a restream target is, without its stream key. */
export interface RestreamAddress {
  /** RTMPS: RTMP over TLS. */
  readonly isSecure: boolean;
  /** A host name or an IP address, in lower case and without brackets. */
  readonly host: string;
  readonly port: number;
  /** The application of the server, without slashes at its ends. */
  readonly app: string;
}

/** Parses the server URL of a restream target; `null` if this is no accepted RTMP or RTMPS URL. */
export function parseRestreamUrl(text: string): RestreamAddress | null {
  if (!URL.canParse(text)) return null;
  const {
    protocol,
    hostname,
    port: given,
    pathname,
    username,
    password,
    search,
    hash,
  } = new URL(text);
  const fallback = DEFAULT_PORTS[protocol];
  const [, app] = APP.exec(pathname) ?? [];
  if (fallback === undefined || app === undefined || !HOST.test(hostname)) return null;
  if (username !== '' || password !== '' || search !== '' || hash !== '') return null;
  const port = given === '' ? fallback : Number(given);
  if (port !== HTTPS_PORT && port < UNPRIVILEGED_PORT_MIN) return null;
  return {
    isSecure: protocol === 'rtmps:',
    host: hostname.replace(/^\[|\]$/g, '').toLowerCase(),
    port,
    app: app.slice(1),
  };
}
