/** Replays and channels share the URL space below `/media/`. No channel name has this prefix. */
const PATH_PREFIX = 'replay-';
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const ADDRESS = new RegExp(
  `^/media/g/([\\w.-]{1,512})/${PATH_PREFIX}(${UUID})/(?:(\\d{3,4}p\\d{0,3}(?:-audio)?|audio)/)?([\\w.-]{1,40})$`,
);
const FILE =
  /^(?:(index\.m3u8)|(stream\.m3u8)|init(\d{1,10})\.mp4|s(\d{1,10})\.m4s|sheet(\d{1,5})\.jpg)$/;

export type ReplayFile =
  | { readonly kind: 'multivariant' }
  | { readonly kind: 'playlist' }
  | { readonly kind: 'init'; readonly sequence: number }
  | { readonly kind: 'segment'; readonly sequence: number }
  /** A sheet of the storyboard. */
  | { readonly kind: 'sheet'; readonly sheet: number };

export interface ReplayAddress {
  readonly token: string;
  readonly recordingId: string;
  /** Empty for the stream itself. */
  readonly folder: string;
  readonly file: ReplayFile;
}

/** Returns the path of a replay, for its grants. The grants of a live contain the channel in the same field. */
export const replayPath = (recordingId: string): string => `${PATH_PREFIX}${recordingId}`;

/** Returns the URL of a replay's multivariant playlist, relative to the site. */
export const replayUrl = (recordingId: string, grant: string): string =>
  `/media/g/${grant}/${replayPath(recordingId)}/index.m3u8`;

function readFile(name: string): ReplayFile | null {
  const match = FILE.exec(name);
  if (match === null) return null;
  const [, multivariant, playlist, init, segment, sheet] = match;
  if (multivariant !== undefined) return { kind: 'multivariant' };
  if (playlist !== undefined) return { kind: 'playlist' };
  if (sheet !== undefined) return { kind: 'sheet', sheet: Number(sheet) };
  return init === undefined
    ? { kind: 'segment', sequence: Number(segment) }
    : { kind: 'init', sequence: Number(init) };
}

/** Returns whether a URL belongs to a replay, even if it is malformed. */
export const isReplayAddress = (url: string): boolean =>
  url.startsWith('/media/g/') && url.split('/', 5)[4]?.startsWith(PATH_PREFIX) === true;

/** Parses `/media/g/{grant}/replay-{recording_id}/[{folder}/]{file}`; returns `null` for any other URL. */
export function readReplayAddress(url: string): ReplayAddress | null {
  const [, token = '', recordingId = '', folder = '', name = ''] =
    ADDRESS.exec(url.split('?', 1)[0] ?? '') ?? [];
  const file = readFile(name);
  return file === null ? null : { token, recordingId, folder, file };
}
