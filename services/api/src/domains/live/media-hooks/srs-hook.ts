import { z } from 'zod';
import { handleMediaEvents, type MediaEventDeps } from './handle-media-events.ts';
import { MediaAuth } from './media-hook-rules.ts';

const TEXT_CHARS_MAX = 2_048;
const text = z.string().max(TEXT_CHARS_MAX).default('');

/** The body of an SRS HTTP callback. Unknown fields are ignored. */
export const SrsHook = z.object({
  action: z.string().max(32),
  ip: text,
  app: text,
  stream: text,
  /** The query of the client's URL, with or without `?`. */
  param: text,
});
export type SrsHook = z.infer<typeof SrsHook>;

/** SRS admits the client only if the response is HTTP 200 with code 0. */
export interface SrsAnswer {
  readonly code: 0 | 403;
}

const APPLICATION = 'live';
const ADMITTED: SrsAnswer = { code: 0 };
const REFUSED: SrsAnswer = { code: 403 };

export interface SrsHookDeps {
  readonly events: MediaEventDeps;
  readonly now: () => Date;
  /** Returns the path that the caller may publish or play; `null` if refused. */
  readonly allowedPath: (auth: MediaAuth) => Promise<string | null>;
}

/** Returns whether the client of SRS has a stream key or a grant for exactly the requested stream. */
async function mayUse(deps: SrsHookDeps, hook: SrsHook, action: string): Promise<boolean> {
  if (hook.app !== APPLICATION || hook.stream === '') return false;
  const query = hook.param.replace(/^\?/, '');
  const auth = MediaAuth.parse({ action, ip: hook.ip, path: hook.stream, query });
  return (await deps.allowedPath(auth)) === hook.stream;
}

/** Handles a callback of SRS, and stores when publishers start and end. */
export async function handleSrsHook(deps: SrsHookDeps, hook: SrsHook): Promise<SrsAnswer> {
  const report = (type: 'publish_started' | 'publish_ended') =>
    handleMediaEvents(deps.events, [
      { type, at: deps.now().toISOString(), channel_id: hook.stream },
    ]);
  switch (hook.action) {
    case 'on_publish':
      if (!(await mayUse(deps, hook, 'publish'))) return REFUSED;
      await report('publish_started');
      return ADMITTED;
    case 'on_unpublish':
      if (hook.app === APPLICATION) await report('publish_ended');
      return ADMITTED;
    case 'on_play':
      return (await mayUse(deps, hook, 'read')) ? ADMITTED : REFUSED;
    case 'on_stop':
      return ADMITTED;
    default:
      return REFUSED;
  }
}
