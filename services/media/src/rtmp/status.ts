import { writeCommand } from '@sangwian/rtmp/command';
import type { RtmpMessage } from '@sangwian/rtmp/message';
import { MalformedMediaError, UnsupportedMediaError } from '../codec/media-error.ts';

/** Status codes for which librtmp (OBS) logs the description and stops at once. ffmpeg also prints the description. */
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

/** A refusal that is sent to the peer before its connection is closed. */
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

/** Converts an error to the refusal for the peer, or returns `null` for errors that are not sent to peers. */
export function refusalOf(error: unknown): RefusedError | null {
  if (error instanceof RefusedError) return error;
  if (error instanceof UnsupportedMediaError || error instanceof MalformedMediaError) {
    return new RefusedError('NetStream.Publish.Rejected', error.message);
  }
  return null;
}
