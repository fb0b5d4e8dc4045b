import type { AnsweredMedia } from './peer-link.ts';
import type { PictureSound } from './rtp-fanout.ts';
import { chooseH264, chooseOpus, type Offer, type OfferedMedia } from './session-description.ts';

export interface AnsweredOffer {
  readonly video: AnsweredMedia;
  readonly audio: AnsweredMedia | null;
}

/** The one section of a kind; `undefined` where there are several, which nobody of ours offers. */
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

/** How a viewer's offer is answered; `null` where they cannot play what we have. */
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
  // A section has to be answered; without sound that fits, it stays still.
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

/** Baseline, which every browser encodes. */
const PUBLISHED_PROFILE = 0x42;

/**
 * How a publisher's offer is answered; `null` where it sends no H.264, or sound that is not Opus, or several layers of a
 * picture, of which the library would hear none.
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
