import { writeCommand } from '@sangwian/rtmp/command';
import type { RtmpMessage } from '@sangwian/rtmp/message';
import { MalformedMediaError, UnsupportedMediaError } from '../codec/media-error.ts';

/** Codes that librtmp (OBS) knows: it logs their description and stops at once. ffmpeg prints the description too. */
export type StatusCode =
  | 'NetConnection.Connect.Success'
  | 'NetConnection.Connect.InvalidApp'
  | 'NetStream.Publish.Start'
  | 'NetStream.Publish.BadName'
  | 'NetStream.Publish.Rejected'
  | 'NetStream.Unpublish.Success'
  | 'NetStream.Failed'
  | 'NetStream.Play.Failed';

export interface Status {
  readonly [property: string]: string | number;
  readonly level: 'status' | 'error';
  readonly code: StatusCode;
  readonly description: string;
}

/** Thrown where a peer has to hear why it is turned away, and the connection then ends. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  readonly code: StatusCode;

  constructor(code: StatusCode, description: string) {
    super(description);
    this.code = code;
  }
}

export const writeStatus = (streamId: number, status: Status): RtmpMessage =>
  writeCommand(streamId, 'onStatus', 0, null, status);

/** What to tell the peer about an error, or `null` where it is not one that a peer is told about. */
export function refusalOf(error: unknown): RefusedError | null {
  if (error instanceof RefusedError) return error;
  if (error instanceof UnsupportedMediaError || error instanceof MalformedMediaError) {
    return new RefusedError('NetStream.Publish.Rejected', error.message);
  }
  return null;
}
