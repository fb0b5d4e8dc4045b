import type {
  FaultClass,
  PageKind,
  PlaybackFailure,
  Transport,
} from '@sangwian/contract/rules/telemetry';
import type { Generated } from 'kysely';

/** The tables of this module. */
export interface TelemetryTables {
  playback_minute: PlaybackMinuteTable;
  playback_failure: PlaybackFailureTable;
  playback_signal: PlaybackSignalTable;
  page_fault: PageFaultTable;
  telemetry_flush: TelemetryFlushTable;
}

/** The reports of players in one minute. Counts are estimates for all sessions. */
interface PlaybackMinuteTable {
  program_live_id: string;
  minute: Date;
  transport: Transport;
  height: number;
  joined: number;
  watched_ms: number;
  stalls: number;
  stall_ms: number;
  stalled: number;
  join_counts: number[];
  latency_counts: number[];
}

interface PlaybackFailureTable {
  program_live_id: string;
  minute: Date;
  outcome: 'never_started' | 'failed';
  code: PlaybackFailure;
  sessions: number;
}

interface PlaybackSignalTable {
  program_live_id: string;
  minute: Date;
  stopped: number;
  playing: number;
}

interface PageFaultTable {
  hour: Date;
  page: PageKind;
  class: FaultClass;
  build: string;
  place: string;
  faults: number;
}

interface TelemetryFlushTable {
  telemetry_flush_id: string;
  created_at: Generated<Date>;
}
