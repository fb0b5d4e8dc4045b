/** The sound effects of the live page, synthesized with Web Audio, so that no file has to be loaded. */

/** Sound effects are quieter than the video's audio. */
const LOUDNESS = 0.35;

let context: AudioContext | null = null;

/** Returns the volume of a video element, from 0 to 1; 0 if it is muted. */
export const volumeOf = (video: HTMLVideoElement | null): number =>
  video === null || video.muted ? 0 : video.volume;

/**
 * Calls `play` with a running audio context. Does nothing at volume 0, in a hidden tab, or if the browser blocks audio.
 */
function withSound(volume: number, play: (context: AudioContext, out: GainNode) => void): void {
  if (volume === 0 || document.hidden) return;
  try {
    context ??= new AudioContext();
    // Refused where sound is not allowed.
    if (context.state === 'suspended') context.resume().catch(() => {});
    const out = context.createGain();
    out.gain.value = volume * LOUDNESS;
    out.connect(context.destination);
    play(context, out);
  } catch {
    // A browser without Web Audio plays no sound effects.
  }
}

/** Plays a tone that decays, from `atS` seconds from now. */
function ring(out: GainNode, hz: number, atS: number, lengthS: number, level: number): void {
  const { context: audio } = out;
  const from = audio.currentTime + atS;
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.frequency.value = hz;
  gain.gain.setValueAtTime(level, from);
  gain.gain.exponentialRampToValueAtTime(0.001, from + lengthS);
  tone.connect(gain).connect(out);
  tone.start(from);
  tone.stop(from + lengthS);
}

/** Plays the sound of a crowd: noise that swells and fades. */
function cheer(audio: AudioContext, out: GainNode, lengthS: number): void {
  const frames = Math.floor(audio.sampleRate * lengthS);
  const buffer = audio.createBuffer(1, frames, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let frame = 0; frame < frames; frame += 1) samples[frame] = Math.random() * 2 - 1;
  const noise = audio.createBufferSource();
  const voices = audio.createBiquadFilter();
  const gain = audio.createGain();
  noise.buffer = buffer;
  voices.type = 'bandpass';
  voices.frequency.value = 1_100;
  voices.Q.value = 0.7;
  const { currentTime: from } = audio;
  gain.gain.setValueAtTime(0.001, from);
  gain.gain.linearRampToValueAtTime(0.5, from + lengthS * 0.3);
  gain.gain.linearRampToValueAtTime(0.001, from + lengthS);
  noise.connect(voices).connect(gain).connect(out);
  noise.start(from);
}

/** The partials of a ring bell, as multiples of its fundamental frequency. */
const BELL = [
  [1, 1],
  [2.76, 0.5],
  [5.4, 0.22],
] as const;
const BELL_HZ = 830;

/** Plays three strokes of the bell, and the crowd. */
export const playBell = (volume: number): void =>
  withSound(volume, (audio, out) => {
    for (const stroke of [0, 0.22, 0.44]) {
      for (const [times, level] of BELL) ring(out, BELL_HZ * times, stroke, 1.4, level * 0.5);
    }
    cheer(audio, out, 2.6);
  });

/** Plays the sound of a large gift: three rising tones over the crowd. */
export const playGiftSound = (volume: number): void =>
  withSound(volume, (audio, out) => {
    for (const [index, hz] of [392, 523, 784].entries()) {
      ring(out, hz, index * 0.11, 0.7, 0.6);
      ring(out, hz * 2, index * 0.11, 0.4, 0.2);
    }
    cheer(audio, out, 1.1);
  });
