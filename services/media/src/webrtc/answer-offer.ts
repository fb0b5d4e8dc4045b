import type { AnsweredMedia } from './peer-link.ts';
import type { PictureSound } from './rtp-fanout.ts';
import { chooseH264, chooseOpus, type Offer, type OfferedMedia } from './session-description.ts';

export interface AnsweredOffer {
  readonly video: AnsweredMedia;
  readonly audio: AnsweredMedia | null;
}

/** Returns the only media section of a kind; `null` if there is none, `undefined` if there are several. */
function onlyOne(offer: Offer, kind: 'video' | 'audio'): OfferedMedia | null | undefined {
  const sections = offer.media.filter((media) => media.kind === kind);
  return sections.length > 1 ? undefined : (sections[0] ?? null);
}

function sections(offer: Offer): { video: OfferedMedia; audio: OfferedMedia | null } | null {
  if (offer.media.some(({ kind }) => kind === 'other')) return null;
  const video = onlyOne(offer, 'video');
  const audio = onlyOne(offer, 'audio');
  return video === undefined || video === null || audio === undefined ? null : { video, audio };
}

export interface OutgoingStream {
  readonly profile: number;
  readonly sound: PictureSound;
  readonly videoSsrc: number;
  readonly audioSsrc: number;
}

/** Answers a viewer's offer; `null` if the viewer cannot play the stream. */
export function answerViewer(offer: Offer, stream: OutgoingStream): AnsweredOffer | null {
  const found = sections(offer);
  if (found === null) return null;
  const codec = chooseH264(found.video, stream.profile);
  if (codec === null) return null;
  const video: AnsweredMedia = {
    media: found.video,
    codec,
    direction: 'SendOnly',
    ssrc: stream.videoSsrc,
  };
  if (found.audio === null) return { video, audio: null };
  const opus = chooseOpus(found.audio);
  if (opus === null) return null;
  // The answer must contain every section of the offer, so the audio section is inactive if there is no Opus audio.
  const sounds = stream.sound === 'opus';
  return {
    video,
    audio: {
      media: found.audio,
      codec: opus,
      direction: sounds ? 'SendOnly' : 'Inactive',
      ssrc: sounds ? stream.audioSsrc : null,
    },
  };
}

/** Baseline profile, which every browser can encode. */
const PUBLISHED_PROFILE = 0x42;

/**
 * Answers a publisher's offer; `null` without H.264, with audio other than Opus, or with simulcast, because the library
 * would not receive any layer.
 */
export function answerPublisher(offer: Offer): AnsweredOffer | null {
  const found = sections(offer);
  if (found === null || found.video.layered) return null;
  const codec = chooseH264(found.video, PUBLISHED_PROFILE);
  if (codec === null) return null;
  const video: AnsweredMedia = { media: found.video, codec, direction: 'RecvOnly', ssrc: null };
  if (found.audio === null) return { video, audio: null };
  const opus = chooseOpus(found.audio);
  if (opus === null) return null;
  return {
    video,
    audio: { media: found.audio, codec: opus, direction: 'RecvOnly', ssrc: null },
  };
}
