import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { StreamFinding } from '@sangwian/contract/endpoints/operator/show';
import { formatTime } from '@sangwian/i18n/format-date';

interface Text {
  readonly title: MessageDescriptor;
  /** The effect on fans, then the remedy. */
  readonly advice: MessageDescriptor | null;
}

/** Returns the texts of a finding, which contain its values. */
const textOf = ({ finding, values, at }: StreamFinding): Text => {
  const { seconds = 0, fps = 0, mbps = 0, needed_mbps: needed = 0, lines = 0 } = values;
  const { frames = 0, dips = 0, reason = '' } = values;
  const time = at === null ? '' : formatTime(Date.parse(at));
  switch (finding) {
    case 'publisher_refused':
      return {
        title: msg`The encoder was refused at ${time}`,
        advice: msg`Fans see no picture. The server said: ${reason}`,
      };
    case 'no_picture':
      return {
        title: time === '' ? msg`No picture` : msg`No picture since ${time}`,
        advice: msg`Fans see a still image. Check the encoder, its stream key and its network.`,
      };
    case 'sound_missing':
      return {
        title: msg`No sound`,
        advice: msg`Fans see the bout and hear nothing. Check the audio source and its level in the encoder.`,
      };
    case 'key_frames_far_apart':
      return {
        title: msg`Key frames every ${seconds} s`,
        advice: msg`New viewers wait up to ${seconds} s for the picture. Set the encoder’s keyframe interval to 1 s.`,
      };
    case 'upload_unsteady':
      return {
        title: msg`The upload is unsteady: ${plural(dips, { one: '# dip', other: '# dips' })} in 10 minutes`,
        advice: msg`The picture freezes for fans. Use a cable instead of Wi-Fi, or lower the encoder’s bitrate by a third.`,
      };
    case 'frames_dropped':
      return {
        title: msg`${plural(frames, { one: '# frame', other: '# frames' })} dropped in the last minute`,
        advice: msg`The picture stutters. Lower the encoder’s bitrate, or close other programs on its computer.`,
      };
    case 'frame_rate_low':
      return {
        title: msg`Only ${fps} frames a second`,
        advice: msg`Kicks look jerky. Set the encoder to 30 frames a second, or choose a faster preset.`,
      };
    case 'bitrate_low':
      return {
        title: msg`${mbps} Mbps is little for ${lines} lines`,
        advice: msg`Fast exchanges look blurred. Set at least ${needed} Mbps, or a smaller picture.`,
      };
    case 'sound_late':
      return {
        title: msg`Sound and picture are apart`,
        advice: msg`Fans hear the hit after they see it. Restart the encoder’s audio source, or correct its sync offset.`,
      };
    case 'timestamps_jumped':
      return {
        title: msg`The encoder’s clock jumps`,
        advice: msg`The picture may skip. Restart the stream between two bouts.`,
      };
    case 'latency_high':
      return {
        title: msg`Latency ${seconds} s`,
        advice: msg`Fans see the bout late. Set the keyframe interval to 1 s and switch off B-frames.`,
      };
    case 'upload_dipped':
      return {
        title: msg`Upload dipped at ${time} for ${seconds} s`,
        advice: msg`${frames} frames dropped. Steady since.`,
      };
    case 'picture_arrives':
      return { title: msg`Picture arrives`, advice: null };
    case 'sound_arrives':
      return { title: msg`Sound arrives`, advice: null };
    case 'upload_steady':
      return { title: msg`Upload is steady`, advice: null };
    case 'latency_good':
      return { title: msg`Latency ${seconds} s in the server`, advice: null };
  }
};

/** Returns the texts of a finding in the displayed language. */
export function useStreamFindingText(): (finding: StreamFinding) => {
  title: string;
  advice: string | null;
} {
  const { i18n } = useLingui();
  return (finding) => {
    const { title, advice } = textOf(finding);
    return { title: i18n._(title), advice: advice === null ? null : i18n._(advice) };
  };
}
