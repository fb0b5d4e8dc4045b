import { type ClientHttp2Session, connect } from 'node:http2';

export interface EdgeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

export interface EdgeClient {
  /** Sends a GET request by HTTP/2 with TLS. Does not follow redirects. */
  get(path: string, headers?: Record<string, string>): Promise<EdgeAnswer>;
  close(): void;
}

function send(
  session: ClientHttp2Session,
  path: string,
  headers: Record<string, string>,
): Promise<EdgeAnswer> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':path': path, ...headers });
    const chunks: Buffer[] = [];
    let head: Record<string, unknown> = {};
    stream.on('response', (received) => {
      head = received;
    });
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', reject);
    stream.on('end', () =>
      resolve({
        status: Number(head[':status']),
        headers: head as EdgeAnswer['headers'],
        body: Buffer.concat(chunks),
      }),
    );
  });
}

/**
 * Opens one connection of a player to an edge.
 *
 * @param ca the certificate to trust
 */
export function openEdgeClient({ url, ca }: { url: string; ca: string }): EdgeClient {
  const session = connect(url, { ca });
  return {
    get: (path, headers = {}) => send(session, path, headers),
    close: () => session.destroy(),
  };
}
