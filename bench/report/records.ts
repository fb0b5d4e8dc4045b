import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import type { Report } from '../figure.ts';

/** The result of a bench, with where and when it was measured. */
export interface BenchRecord extends Report {
  readonly about: string;
  /** Date of the measurement, in UTC. */
  readonly measuredOn: string;
  readonly machine: string;
  /** Load average of the minute before the bench. Records from before 2026-11-24 have none. */
  readonly loadAverage?: number;
}

/** The latest record of each bench, by its name. */
export type BenchRecords = Readonly<Record<string, BenchRecord>>;

/** Returns the number and the model of the CPUs. */
export function describeMachine(): string {
  const all = cpus();
  return `${all.length} × ${all[0]?.model.trim() ?? 'unknown processor'}`;
}

/** Returns the number of processes that ran or waited for a core, averaged over the last minute, to one decimal place. */
export const readLoadAverage = (): number => Math.round((loadavg()[0] ?? 0) * 10) / 10;

/** Reads the records of a file; returns an empty object if the file does not exist. */
export const readRecords = (file: string): BenchRecords =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BenchRecords) : {};

export const writeRecords = (file: string, records: BenchRecords): void =>
  writeFileSync(file, `${JSON.stringify(records, null, 2)}\n`);
