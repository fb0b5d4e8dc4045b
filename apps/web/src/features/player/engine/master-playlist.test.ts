import { describe, expect, it } from 'vitest';
import { findAudioUrl } from './master-playlist.ts';
import { saverQuality } from './stream-engine.ts';

const AT = 'https://example.test/media/g/t/c1/index.m3u8';
const PICTURE =
  '#EXT-X-STREAM-INF:BANDWIDTH=2500000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720\nmedia.m3u8\n';

describe('findAudioUrl', () => {
  it('finds a rendition of type AUDIO with a URL', () => {
    const master = `#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Thai, main",URI="audio.m3u8",DEFAULT=YES\n${PICTURE}`;
    expect(findAudioUrl(master, AT)).toBe('https://example.test/media/g/t/c1/audio.m3u8');
  });

  it('finds a variant whose codecs are all audio', () => {
    const master = `#EXTM3U\r\n${PICTURE}#EXT-X-STREAM-INF:BANDWIDTH=96000,CODECS="mp4a.40.2"\r\n\r\nsound/media.m3u8\r\n`;
    expect(findAudioUrl(master, AT)).toBe('https://example.test/media/g/t/c1/sound/media.m3u8');
  });

  it('returns null for a stream with muxed audio and for a media playlist', () => {
    expect(findAudioUrl(`#EXTM3U\n${PICTURE}`, AT)).toBe(null);
    expect(
      findAudioUrl(`#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="in"\n${PICTURE}`, AT),
    ).toBe(null);
    expect(findAudioUrl('#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n1.m4s\n', AT)).toBe(null);
  });
});

const quality = (id: number, height: number) => ({ id, height, bitsPerSecond: height * 3_000 });

describe('the data saver', () => {
  it('takes the largest variant up to 480 lines', () => {
    expect(saverQuality([quality(2, 720), quality(1, 480), quality(0, 240)])?.id).toBe(1);
  });

  it('takes the smallest variant if all are larger, and null if there are none', () => {
    expect(saverQuality([quality(1, 1080), quality(0, 720)])?.id).toBe(0);
    expect(saverQuality([])).toBe(null);
  });
});
