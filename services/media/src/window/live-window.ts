import type { PackagedPart, PackagedPeriod, PackagerOutput } from '../packager/packaged-part.ts';
import { type ListedPeriod, Segment } from './segment.ts';
import type { SegmentStore } from './segment-store.ts';
import {
  listedLine,
  partLine,
  periodLine,
  type RestoredWindow,
  snapshotLines,
  targetLine,
} from './window-journal.ts';

/** Duration of the newest segments that stay in memory. */
const MEMORY_MS_MAX = 60_000;
/** Maximum size of the segments in memory; two minutes at 2.5 Mbps. */
const MEMORY_BYTES_MAX = 36 * 1024 * 1024;
/** A segment that is no longer listed stays available for this long, for players with an older playlist. */
const GRACE_MS = 30_000;
/** Minimum number of segments in the playlist, because players need them to start. */
const SEGMENTS_LISTED_MIN = 6;
/** Number of lines after which the journal is compacted: two hours of parts. */
const JOURNAL_LINES_MAX = 20_000;
/** Number of segments for the bandwidth measurement. */
const MEASURED_SEGMENTS_MAX = 30;

export interface WindowLimits {
  readonly durationMsMax: number;
  readonly bytesMax: number;
}

export interface WindowOptions {
  /** Number of the first segment. */
  readonly mediaSequence: number;
  readonly limits: WindowLimits;
  /** The window of an earlier process; `null`: none. */
  readonly restored: RestoredWindow | null;
  /** Returns the channel's target duration, for the journal. */
  readonly targetSeconds: () => number;
  readonly store: SegmentStore;
  /** Called for every failed disk operation. */
  readonly onStoreError: (error: unknown) => void;
  /** Called after every change of the list. */
  readonly onChange: () => void;
}

export interface Bandwidth {
  readonly peakBps: number;
  readonly averageBps: number;
}

/** The playable segments of one track: the open segment, those in memory and those on disk. */
export class LiveWindow implements PackagerOutput {
  readonly #options: WindowOptions;
  /** Consecutive segments: closed ones, then the open one. The oldest may no longer be listed. */
  #segments: Segment[] = [];
  #firstListed: number;
  #nextSequence: number;
  #period: ListedPeriod | null = null;
  #periodBegins = false;
  #listedUs = 0;
  #listedBytes = 0;
  #unlistedUs = 0;
  /** Number of the oldest segment in memory. The following fields refer to the segments from this one on. */
  #firstInMemory: number;
  #memoryBytes = 0;
  #memoryUs = 0;
  #ended = false;
  #journalLines = 0;

  constructor(options: WindowOptions) {
    this.#options = options;
    this.#nextSequence = options.mediaSequence;
    this.#firstListed = options.mediaSequence;
    this.#firstInMemory = options.mediaSequence;
    if (options.restored !== null) this.#restore(options.restored);
  }

  /** The newest segment, open or closed. */
  get newest(): Segment | undefined {
    return this.#segments.at(-1);
  }

  /** Segment number of the newest listed part; before the first part, one less than the first number. */
  get newestSequence(): number {
    return this.#nextSequence - 1;
  }

  /** Number of the oldest segment that can be read, listed or not. */
  get oldestSequence(): number {
    return this.#segments[0]?.mediaSequence ?? this.#nextSequence;
  }

  get firstListed(): number {
    return this.#firstListed;
  }

  /** Whether the playlist has ended permanently. */
  get ended(): boolean {
    return this.#ended;
  }

  get memoryBytes(): number {
    return this.#memoryBytes;
  }

  /** Whether at least one segment is complete, which players need to start. */
  get playable(): boolean {
    return this.#segments[0]?.closed === true;
  }

  /** Returns the listed segments, oldest first. */
  listed(): readonly Segment[] {
    const oldest = this.#segments[0];
    return oldest === undefined
      ? []
      : this.#segments.slice(this.#firstListed - oldest.mediaSequence);
  }

  segment(mediaSequence: number): Segment | undefined {
    const oldest = this.#segments[0];
    return oldest === undefined ? undefined : this.#segments[mediaSequence - oldest.mediaSequence];
  }

  /** Returns the period that begins with this segment, while a segment of the period is available. */
  periodFrom(firstSequence: number): ListedPeriod | undefined {
    if (this.#period?.firstSequence === firstSequence) return this.#period;
    return this.#segments.find(({ period }) => period.firstSequence === firstSequence)?.period;
  }

  get currentPeriod(): ListedPeriod | null {
    return this.#period;
  }

  /** Measures the bandwidth of the newest complete segments; `null` before the first. */
  bandwidth(): Bandwidth | null {
    const measured = this.#segments.filter(({ closed }) => closed).slice(-MEASURED_SEGMENTS_MAX);
    if (measured.length === 0) return null;
    let bits = 0;
    let us = 0;
    let peakBps = 0;
    for (const { bytes, durationUs } of measured) {
      bits += bytes * 8;
      us += durationUs;
      peakBps = Math.max(peakBps, Math.ceil((bytes * 8e6) / durationUs));
    }
    return { peakBps, averageBps: Math.ceil((bits * 1e6) / us) };
  }

  /**
   * Continues with this segment number. Segments of the window that do not directly precede it are removed, also from
   * disk.
   */
  continueAt(mediaSequence: number): void {
    if (mediaSequence === this.#nextSequence && this.newest?.closed !== false) return;
    const { store, onStoreError } = this.#options;
    for (const segment of this.#segments.splice(0)) this.#remove(segment);
    store.rewrite('').catch(onStoreError);
    this.#journalLines = 0;
    this.#nextSequence = mediaSequence;
    this.#firstListed = mediaSequence;
    this.#firstInMemory = mediaSequence;
    this.#listedUs = 0;
    this.#listedBytes = 0;
    this.#unlistedUs = 0;
    this.#memoryBytes = 0;
    this.#memoryUs = 0;
    this.#period = null;
  }

  period(period: PackagedPeriod): void {
    // Another rendition may have been interrupted alone. The period numbers that this rendition skipped also need
    // discontinuity tags.
    const before = this.#period;
    const tags = before === null ? 0 : Math.max(1, period.discontinuity - before.discontinuity);
    this.#period = { ...period, firstSequence: this.#nextSequence, tags };
    this.#periodBegins = true;
  }

  part(part: PackagedPart): void {
    if (part.startsSegment) this.#openSegment(part);
    const segment = this.newest;
    if (segment === undefined || segment.closed) return;
    segment.add(part);
    this.#store(segment, part);
    this.#memoryBytes += part.data.length;
    if (part.endsSegment) this.#closeSegment(segment);
    this.#options.onChange();
  }

  /** Ends the playlist. */
  end(): void {
    this.#ended = true;
    const { newest } = this;
    if (newest?.closed === false) this.#closeSegment(newest);
    this.#options.onChange();
    // A closed channel is not restored after a restart.
    this.#options.store.clear().catch(this.#options.onStoreError);
  }

  /** Reads bytes of a segment from memory or disk; rejects if they are missing on disk. */
  async read(segment: Segment, offset: number, length: number): Promise<Buffer> {
    if (segment.data !== null) return segment.data.subarray(offset, offset + length);
    return this.#options.store.read(segment.mediaSequence, offset, length);
  }

  /** Resolves when all writes have finished. */
  settle(): Promise<void> {
    return this.#options.store.settle();
  }

  /** Removes all segments, also from disk. */
  async dispose(): Promise<void> {
    const onDisk = this.#segments.filter((segment) => segment.onDisk);
    this.#segments = [];
    await this.#options.store.clear();
    await Promise.all(onDisk.map(({ mediaSequence }) => this.#options.store.remove(mediaSequence)));
  }

  #openSegment({ segmentStartMs }: PackagedPart): void {
    if (this.#period === null) return;
    this.#segments.push(
      new Segment(this.#nextSequence, this.#period, segmentStartMs, this.#periodBegins),
    );
    this.#periodBegins = false;
    this.#nextSequence += 1;
  }

  #closeSegment(segment: Segment): void {
    segment.close();
    this.#listedUs += segment.durationUs;
    this.#listedBytes += segment.bytes;
    this.#memoryUs += segment.durationUs;
    this.#limitMemory();
    this.#limitList();
    this.#removeExpired();
  }

  /** Restores the window from the journal. The segment that was open is closed at its last part. */
  #restore({ periods, segments }: RestoredWindow): void {
    let before: ListedPeriod | null = null;
    for (const { mediaSequence, firstSequence, startMs, parts } of segments) {
      const period = periods.get(firstSequence);
      if (period === undefined) continue;
      const segment = new Segment(mediaSequence, period, startMs, mediaSequence === firstSequence);
      segment.restore(parts);
      this.#segments.push(segment);
      this.#listedUs += segment.durationUs;
      this.#listedBytes += segment.bytes;
      before = period;
    }
    this.#period = before;
    this.#firstListed = this.#segments[0]?.mediaSequence ?? this.#options.mediaSequence;
    this.#nextSequence = this.#firstListed + this.#segments.length;
    this.#firstInMemory = this.#nextSequence;
    this.#compact();
  }

  /** Writes a part to disk and to the journal. */
  #store(segment: Segment, { data, durationUs, independent, endsSegment }: PackagedPart): void {
    const { store, onStoreError, targetSeconds } = this.#options;
    const begins = segment.beginsPeriod && segment.parts.length === 1;
    const line =
      (begins ? periodLine(segment.period) : '') +
      (endsSegment ? targetLine(targetSeconds()) : '') +
      partLine(segment, { durationUs, independent, length: data.length });
    this.#journalLines += 1;
    store.append(segment.mediaSequence, data, line).then(() => {
      if (!endsSegment) return;
      segment.onDisk = true;
      // The segment may have left the window during the write.
      if (this.segment(segment.mediaSequence) !== segment) this.#remove(segment);
    }, onStoreError);
    if (this.#journalLines > JOURNAL_LINES_MAX) this.#compact();
  }

  #compact(): void {
    this.#journalLines = 0;
    const { store, targetSeconds, onStoreError } = this.#options;
    store.rewrite(snapshotLines(this.listed(), targetSeconds())).catch(onStoreError);
  }

  #limitMemory(): void {
    for (;;) {
      const segment = this.segment(this.#firstInMemory);
      if (segment === undefined || !segment.closed || segment === this.newest) return;
      const within = this.#memoryUs <= MEMORY_MS_MAX * 1000;
      if (within && this.#memoryBytes <= MEMORY_BYTES_MAX) return;
      this.#leaveMemory(segment);
      // A segment that is not on disk is lost. A playlist must not have gaps, so all older segments are removed with
      // it.
      if (!segment.onDisk) this.#unlistUpTo(segment.mediaSequence);
      segment.evict();
    }
  }

  #leaveMemory({ mediaSequence, bytes, durationUs }: Segment): void {
    this.#firstInMemory = mediaSequence + 1;
    this.#memoryBytes -= bytes;
    this.#memoryUs -= durationUs;
  }

  #limitList(): void {
    const { limits, store, onStoreError } = this.#options;
    const { durationMsMax, bytesMax } = limits;
    const listedBefore = this.#firstListed;
    while (
      (this.#listedUs > durationMsMax * 1000 || this.#listedBytes > bytesMax) &&
      this.#nextSequence - this.#firstListed > SEGMENTS_LISTED_MIN
    ) {
      this.#unlistUpTo(this.#firstListed);
    }
    if (this.#firstListed === listedBefore) return;
    this.#journalLines += 1;
    store.note(listedLine(this.#firstListed)).catch(onStoreError);
  }

  #unlistUpTo(mediaSequence: number): void {
    while (this.#firstListed <= mediaSequence) {
      const segment = this.segment(this.#firstListed);
      this.#listedUs -= segment?.durationUs ?? 0;
      this.#unlistedUs += segment?.durationUs ?? 0;
      this.#listedBytes -= segment?.bytes ?? 0;
      this.#firstListed += 1;
    }
  }

  #removeExpired(): void {
    for (
      let oldest = this.#segments[0];
      oldest !== undefined && this.#unlistedUs - oldest.durationUs > GRACE_MS * 1000;
      oldest = this.#segments[0]
    ) {
      this.#segments.shift();
      this.#unlistedUs -= oldest.durationUs;
      if (oldest.data !== null) this.#leaveMemory(oldest);
      if (oldest.onDisk) this.#remove(oldest);
    }
  }

  #remove({ mediaSequence }: Segment): void {
    this.#options.store.remove(mediaSequence).catch(this.#options.onStoreError);
  }
}
