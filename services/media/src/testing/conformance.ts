/**
 * Checks live media playlists against RFC 8216bis: each playlist, and each update of a playlist. The checks need only
 * the text, so they work with any server.
 */
export interface ParsedPart {
  readonly uri: string;
  readonly durationUs: number;
  readonly independent: boolean;
}

export interface ParsedSegment {
  readonly mediaSequence: number;
  readonly discontinuitySequence: number;
  readonly uri: string | null;
  readonly durationUs: number | null;
  readonly map: string | null;
  readonly programDateTimeMs: number | null;
  readonly parts: readonly ParsedPart[];
}

interface ParsedReport {
  readonly uri: string;
  readonly lastSequence: number;
  readonly lastPart: number;
}

export interface ParsedPlaylist {
  readonly targetDurationS: number;
  readonly partTargetUs: number;
  readonly partHoldBackUs: number;
  readonly canSkipUntilUs: number;
  readonly mediaSequence: number;
  readonly skipped: number;
  readonly preloadHint: string | null;
  /** Rendition reports of siblings. */
  readonly reports: readonly ParsedReport[];
  readonly ended: boolean;
  /** Segments after the skipped ones. The last one has no URI while it is open. */
  readonly segments: readonly ParsedSegment[];
}

const attribute = (line: string, name: string): string | null =>
  new RegExp(`[:,]${name}=("([^"]*)"|[^,]*)`).exec(line)?.slice(1).reverse().find(Boolean) ?? null;

const toUs = (text: string | null): number => Math.round(Number(text ?? Number.NaN) * 1e6);

const tagValue = (lines: readonly string[], tag: string): string | null =>
  lines.find((line) => line.startsWith(`${tag}:`))?.slice(tag.length + 1) ?? null;

type Draft = { -readonly [Key in keyof ParsedSegment]: ParsedSegment[Key] } & {
  parts: ParsedPart[];
};

/** Parses a media playlist. Throws if the text is not a playlist. */
export function parseMediaPlaylist(text: string): ParsedPlaylist {
  const lines = text.split('\n').filter((line) => line !== '');
  if (lines[0] !== '#EXTM3U') throw new Error('a playlist begins with #EXTM3U');
  const control = `:${tagValue(lines, '#EXT-X-SERVER-CONTROL') ?? ''}`;
  const mediaSequence = Number(tagValue(lines, '#EXT-X-MEDIA-SEQUENCE') ?? 0);
  const skipped = Number(
    attribute(`:${tagValue(lines, '#EXT-X-SKIP') ?? ''}`, 'SKIPPED-SEGMENTS') ?? 0,
  );
  const segments: ParsedSegment[] = [];
  let discontinuity = Number(tagValue(lines, '#EXT-X-DISCONTINUITY-SEQUENCE') ?? 0);
  let map: string | null = null;
  const draft = (): Draft => ({
    mediaSequence: mediaSequence + skipped + segments.length,
    discontinuitySequence: discontinuity,
    uri: null,
    durationUs: null,
    map,
    programDateTimeMs: null,
    parts: [],
  });
  let current = draft();
  for (const line of lines) {
    if (line === '#EXT-X-DISCONTINUITY') {
      discontinuity += 1;
      current.discontinuitySequence = discontinuity;
    } else if (line.startsWith('#EXT-X-MAP:')) {
      map = attribute(line, 'URI');
      current.map = map;
    } else if (line.startsWith('#EXT-X-PROGRAM-DATE-TIME:')) {
      current.programDateTimeMs = Date.parse(line.slice('#EXT-X-PROGRAM-DATE-TIME:'.length));
    } else if (line.startsWith('#EXT-X-PART:')) {
      current.parts.push({
        uri: attribute(line, 'URI') ?? '',
        durationUs: toUs(attribute(line, 'DURATION')),
        independent: attribute(line, 'INDEPENDENT') === 'YES',
      });
    } else if (line.startsWith('#EXTINF:')) {
      current.durationUs = toUs(line.slice('#EXTINF:'.length).replace(/,.*$/, ''));
    } else if (!line.startsWith('#')) {
      current.uri = line;
      segments.push(current);
      current = draft();
    }
  }
  if (current.parts.length > 0) segments.push(current);
  return {
    targetDurationS: Number(tagValue(lines, '#EXT-X-TARGETDURATION') ?? Number.NaN),
    partTargetUs: toUs(attribute(`:${tagValue(lines, '#EXT-X-PART-INF') ?? ''}`, 'PART-TARGET')),
    partHoldBackUs: toUs(attribute(control, 'PART-HOLD-BACK')),
    canSkipUntilUs: toUs(attribute(control, 'CAN-SKIP-UNTIL')),
    mediaSequence,
    skipped,
    preloadHint: attribute(`:${tagValue(lines, '#EXT-X-PRELOAD-HINT') ?? ''}`, 'URI'),
    reports: lines
      .filter((line) => line.startsWith('#EXT-X-RENDITION-REPORT:'))
      .map((line) => ({
        uri: attribute(line, 'URI') ?? '',
        lastSequence: Number(attribute(line, 'LAST-MSN') ?? Number.NaN),
        lastPart: Number(attribute(line, 'LAST-PART') ?? Number.NaN),
      })),
    ended: lines.includes('#EXT-X-ENDLIST'),
    segments,
  };
}

function segmentFaults(playlist: ParsedPlaylist, segment: ParsedSegment): string[] {
  const faults: string[] = [];
  const report = (fault: string) => faults.push(`segment ${segment.mediaSequence}: ${fault}`);
  const { durationUs, parts } = segment;
  if (durationUs !== null && Math.round(durationUs / 1e6) > playlist.targetDurationS) {
    report('EXTINF is above the target duration');
  }
  for (const [index, part] of parts.entries()) {
    if (!(part.durationUs > 0)) report(`part ${index} has no duration`);
    if (part.durationUs > playlist.partTargetUs) report(`part ${index} is above the part target`);
  }
  const sumUs = parts.reduce((total, part) => total + part.durationUs, 0);
  if (durationUs !== null && parts.length > 0 && Math.abs(sumUs - durationUs) > parts.length) {
    report(`EXTINF ${durationUs} is not the sum of its parts ${sumUs}`);
  }
  if (segment.uri !== null && durationUs === null) report('an address without EXTINF');
  if (segment.map === null && playlist.skipped === 0) report('no initialisation segment');
  return faults;
}

/** Returns the faults of a single playlist. */
export function playlistFaults(playlist: ParsedPlaylist): string[] {
  const faults: string[] = [];
  const { partTargetUs, partHoldBackUs, canSkipUntilUs, targetDurationS } = playlist;
  if (!Number.isInteger(targetDurationS)) faults.push('the target duration is no whole number');
  if (!(partHoldBackUs >= 2 * partTargetUs))
    faults.push('PART-HOLD-BACK is below two part targets');
  if (!(partHoldBackUs >= 3 * partTargetUs))
    faults.push('PART-HOLD-BACK is below three part targets');
  if (canSkipUntilUs < 6e6 * targetDurationS)
    faults.push('CAN-SKIP-UNTIL is below six target durations');
  if (!playlist.ended && playlist.preloadHint === null) faults.push('no preload hint');
  const uris = playlist.segments.flatMap(({ uri, parts }) => [
    uri,
    ...parts.map((part) => part.uri),
  ]);
  const named = uris.filter((uri) => uri !== null);
  if (new Set(named).size !== named.length) faults.push('an address occurs twice');
  if (playlist.preloadHint !== null && named.includes(playlist.preloadHint)) {
    faults.push('the preload hint names a listed address');
  }
  for (const segment of playlist.segments) faults.push(...segmentFaults(playlist, segment));
  return faults;
}

const withoutQuery = (uri: string | null): string | null => uri?.replace(/\?.*$/, '') ?? null;

/** Returns the forbidden changes between a playlist and a later one of the same stream. */
export function updateFaults(before: ParsedPlaylist, after: ParsedPlaylist): string[] {
  const faults: string[] = [];
  if (after.mediaSequence < before.mediaSequence) faults.push('the media sequence went back');
  if (after.partTargetUs !== before.partTargetUs) faults.push('the part target changed');
  if (after.targetDurationS !== before.targetDurationS) faults.push('the target duration changed');
  const known = new Map(before.segments.map((segment) => [segment.mediaSequence, segment]));
  for (const segment of after.segments) {
    const old = known.get(segment.mediaSequence);
    if (old === undefined) continue;
    const report = (fault: string) => faults.push(`segment ${segment.mediaSequence}: ${fault}`);
    if (old.uri !== null && withoutQuery(old.uri) !== withoutQuery(segment.uri))
      report('its address changed');
    if (old.durationUs !== null && old.durationUs !== segment.durationUs)
      report('its duration changed');
    if (
      after.skipped === 0 &&
      old.discontinuitySequence !== segment.discontinuitySequence &&
      before.skipped === 0
    ) {
      report('its discontinuity sequence changed');
    }
    if (old.programDateTimeMs !== segment.programDateTimeMs) report('its date changed');
    if (segment.parts.length === 0) continue;
    for (const [index, part] of old.parts.entries()) {
      const now = segment.parts[index];
      if (now?.durationUs !== part.durationUs || now.independent !== part.independent) {
        report(`part ${index} changed`);
      }
    }
  }
  const lastBefore = before.segments.at(-1)?.mediaSequence ?? 0;
  const lastAfter = after.segments.at(-1)?.mediaSequence ?? 0;
  if (lastAfter < lastBefore) faults.push('the end of the playlist went back');
  return faults;
}

/**
 * Returns the parts shorter than 85 % of the part target, except independent parts and last parts. Some players require
 * this minimum.
 */
export function shortParts(playlist: ParsedPlaylist): string[] {
  return playlist.segments.flatMap(({ mediaSequence, uri, parts }) =>
    parts
      .map((part, index) => ({ part, index, last: uri !== null && index === parts.length - 1 }))
      .filter(
        ({ part, last }) =>
          !last && !part.independent && part.durationUs < 0.85 * playlist.partTargetUs,
      )
      .map(
        ({ index }) => `segment ${mediaSequence}: part ${index} is below 85 % of the part target`,
      ),
  );
}

/** A variant of a multivariant playlist. */
export interface ParsedVariant {
  readonly uri: string;
  readonly bandwidthBps: number;
  readonly codecs: string;
  /** `null`: audio only. */
  readonly resolution: string | null;
  readonly frameRate: number | null;
}

/** Parses a multivariant playlist. Throws if the text is not a playlist. */
export function parseMultivariant(text: string): ParsedVariant[] {
  const lines = text.split('\n').filter((line) => line !== '');
  if (lines[0] !== '#EXTM3U') throw new Error('a playlist begins with #EXTM3U');
  return lines.flatMap((line, index) =>
    line.startsWith('#EXT-X-STREAM-INF:')
      ? [
          {
            uri: lines[index + 1] ?? '',
            bandwidthBps: Number(attribute(line, 'BANDWIDTH') ?? Number.NaN),
            codecs: attribute(line, 'CODECS') ?? '',
            resolution: attribute(line, 'RESOLUTION'),
            frameRate:
              attribute(line, 'FRAME-RATE') === null ? null : Number(attribute(line, 'FRAME-RATE')),
          },
        ]
      : [],
  );
}

/** Returns inconsistencies between the media playlists of one multivariant playlist (RFC 8216bis, 6.2.4). */
export function variantFaults(playlists: ReadonlyMap<string, ParsedPlaylist>): string[] {
  const faults: string[] = [];
  const [first] = playlists.values();
  const beginnings = new Map<number, { uri: string; discontinuity: number }>();
  for (const [uri, playlist] of playlists) {
    if (playlist.targetDurationS !== first?.targetDurationS)
      faults.push(`${uri}: another target duration`);
    if (playlist.partTargetUs !== first?.partTargetUs) faults.push(`${uri}: another part target`);
    const reported = new Set(playlist.reports.map((report) => resolve(uri, report.uri)));
    for (const other of playlists.keys())
      if (other !== uri && !playlist.ended && !reported.has(withoutQuery(other) ?? ''))
        faults.push(`${uri}: no report of ${other}`);
    for (const { programDateTimeMs, discontinuitySequence, mediaSequence } of playlist.segments) {
      if (programDateTimeMs === null) {
        faults.push(`${uri}: segment ${mediaSequence} has no date`);
        continue;
      }
      const known = beginnings.get(programDateTimeMs);
      if (known !== undefined && known.discontinuity !== discontinuitySequence)
        faults.push(
          `${uri}: segment ${mediaSequence} has another discontinuity sequence than ${known.uri}`,
        );
      beginnings.set(programDateTimeMs, { uri, discontinuity: discontinuitySequence });
    }
  }
  return faults;
}

const resolve = (from: string, to: string): string =>
  new URL(withoutQuery(to) ?? '', `http://host/${withoutQuery(from)}`).pathname.slice(1);
