/** A request with a callback for the upload progress. */
export interface ProgressRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: XMLHttpRequestBodyInit | null;
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Sends a request like `fetch` and reports the upload progress, which `fetch` does not support.
 *
 * @throws {TypeError} without a network; {DOMException} `AbortError` if the signal was aborted
 */
export const sendWithProgress = (
  url: string,
  { method, headers, body, signal, onProgress }: ProgressRequest,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    request.onload = () => {
      const empty = request.status === 204 || request.status === 304;
      resolve(new Response(empty ? null : request.responseText, { status: request.status }));
    };
    request.onerror = () => reject(new TypeError('The request could not be sent'));
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    if (signal.aborted) {
      reject(new DOMException('Aborted', 'AbortError'));
      return;
    }
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
