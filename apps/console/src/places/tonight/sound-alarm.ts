const TONE_HZ = 660;
const TONE_S = 0.25;
const VOLUME = 0.15;

/** Plays one short tone. Browsers block the tone until the page has received a user gesture. */
export function soundAlarm(): void {
  const context = new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = TONE_HZ;
  volume.gain.setValueAtTime(VOLUME, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + TONE_S);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + TONE_S);
  tone.onended = () => void context.close();
}
