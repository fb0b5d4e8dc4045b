import { type PublishTarget, readPublishTarget } from '../rtmp/publish-target.ts';

/** Begins a stream id with named fields (SRT access control guidelines). */
const STANDARD = '#!::';
const APPLICATION = 'live';

/**
 * Parses a stream id: a stream key as in RTMP (`key`, `key_720p`, `key?backup=1`), or named fields such as
 * `#!::r=live/key,m=publish`. Returns `null` if it contains no key, or a request other than to publish.
 */
export function readStreamId(streamId: string): PublishTarget | null {
  if (!streamId.startsWith(STANDARD)) return readPublishTarget(APPLICATION, '', streamId);
  const fields = new Map<string, string>();
  for (const pair of streamId.slice(STANDARD.length).split(',')) {
    const at = pair.indexOf('=');
    if (at > 0) fields.set(pair.slice(0, at), pair.slice(at + 1));
  }
  if (fields.get('m') !== 'publish') return null;
  const resource = (fields.get('r') ?? '').replace(/^\/?live\//, '');
  return readPublishTarget(APPLICATION, '', resource);
}
