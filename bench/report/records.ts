import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Report } from '../figure.ts';

/** The result of a bench, with where and when it was measured. */
export interface BenchRecord extends Report {
  readonly about: string;
  /** A day in UTC. */
  readonly measuredOn: string;
  readonly machine: string;
}

/** The latest record of each bench, by its name. */
export type BenchRecords = Readonly<Record<string, BenchRecord>>;

/** Returns the number and the model of the processors. */
export function describeMachine(): string {
  const all = cpus();
  return `${all.length} × ${all[0]?.model.trim() ?? 'unknown processor'}`;
}

/** Reads the records of a file; none if there is no file. */
export const readRecords = (file: string): BenchRecords =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BenchRecords) : {};

export const writeRecords = (file: string, records: BenchRecords): void =>
  writeFileSync(file, `${JSON.stringify(records, null, 2)}\n`);
