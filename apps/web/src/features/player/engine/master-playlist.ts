/** Parses the attributes of a tag: `NAME=value` or `NAME="value"`. Quoted values can contain commas. */
const attributesOf = (line: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(line.matchAll(/([A-Z0-9-]+)=("[^"]*"|[^",]*)/g), ([, name = '', value = '']) => [
      name,
      value.replace(/^"|"$/g, ''),
    ]),
  );

const isAudioCodec = (codec: string): boolean => /^(mp4a|opus|ac-3|ec-3|fLaC)/i.test(codec.trim());

/**
 * Returns the audio-only URL of a master playlist: a rendition of type AUDIO with a URL, or a variant with audio
 * codecs only. `null` if the stream has none.
 */
export const findAudioUrl = (master: string, masterUrl: string): string | null => {
  const lines = master.split(/\r?\n/).map((line) => line.trim());
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('#EXT-X-MEDIA:')) {
      const attributes = attributesOf(line);
      const uri = attributes.get('URI');
      if (attributes.get('TYPE') === 'AUDIO' && uri) return new URL(uri, masterUrl).href;
    }
    if (line.startsWith('#EXT-X-STREAM-INF:')) {
      const codecs = attributesOf(line).get('CODECS')?.split(',') ?? [];
      const uri = lines.slice(index + 1).find((next) => next !== '' && !next.startsWith('#'));
      if (codecs.length > 0 && codecs.every(isAudioCodec) && uri !== undefined) {
        return new URL(uri, masterUrl).href;
      }
    }
  }
  return null;
};

const FETCH_TIMEOUT_MS = 5_000;

/** Fetches a master playlist and returns its audio-only URL; `null` if there is none or the fetch fails. */
export const fetchAudioUrl = async (url: string): Promise<string | null> => {
  const masterUrl = new URL(url, location.href).href;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), FETCH_TIMEOUT_MS);
  try {
    const answer = await fetch(masterUrl, { signal: controller.signal, cache: 'no-store' });
    return answer.ok ? findAudioUrl(await answer.text(), answer.url || masterUrl) : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
};
