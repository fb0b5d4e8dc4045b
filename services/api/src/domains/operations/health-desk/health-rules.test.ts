import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { HEALTH_RUNBOOKS } from '@sangwian/contract/endpoints/operator/health';
import { describe, expect, test } from 'vitest';
import { type HealthFacts, judgeHealth, type NodeFacts } from './health-rules.ts';

const NOW = Date.parse('2026-11-23T14:00:00Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const GIB = 1024 ** 3;

const NODE: NodeFacts = {
  ...{ name: 'api-1a2b', version: '1.14.0', isGone: false, isBusConnected: true, missing: [] },
  startedMs: NOW - HOUR_MS,
  reportedMs: NOW - 5_000,
  clockAheadMs: 12,
  diskFreeBytes: 40 * GIB,
  diskNeededBytes: GIB / 8,
  figures: { callsPerS: 20, errorsPerS: 0, loopP99Ms: 30 },
};

const FINE: HealthFacts = {
  nowMs: NOW,
  nodes: [NODE],
  database: {
    ...{ version: '18.1', size_bytes: GIB, connections: 30, connections_max: 100, replicas: 0 },
    longest_transaction_s: 0.2,
    partitionsUntilMs: NOW + 100 * DAY_MS,
  },
  jobs: { queued: 2, running: 1, retrying: 0, given_up: 0, overdue_s: 0 },
  tasks: [],
  media: [{ nodes: ['api-1a2b'], answers: true, channels: [] }],
  stopped: [],
  mail: { waiting: 0, oldestMs: null },
  push: { waiting: 3, oldestMs: NOW - MINUTE_MS },
  providers: [
    {
      provider: 'omise',
      lastPollMs: NOW - HOUR_MS,
      webhooks: { waiting: 0, oldestMs: null },
    },
  ],
  ledger: { checkedMs: NOW - MINUTE_MS, goodMs: NOW - MINUTE_MS, faults: 0 },
  backupMs: NOW - DAY_MS,
};

const judge = (changes: Partial<HealthFacts>) =>
  judgeHealth({ ...FINE, ...changes }).map(({ finding, level }) => `${level} ${finding}`);
const judgeNode = (changes: Partial<NodeFacts>) => judge({ nodes: [{ ...NODE, ...changes }] });
const withDatabase = (changes: Partial<HealthFacts['database']>) =>
  judge({ database: { ...FINE.database, ...changes } });

test('a healthy system has one finding of level fine for each area', () => {
  expect(judge({})).toEqual([
    'fine nodes_fine',
    'fine database_fine',
    'fine jobs_fine',
    'fine media_fine',
    'fine queues_fine',
    'fine payments_fine',
    'fine ledger_fine',
  ]);
});

test('the worst findings come first', () => {
  const found = judge({
    backupMs: null,
    jobs: { ...FINE.jobs, given_up: 2 },
  });
  expect(found.slice(0, 3)).toEqual([
    'problem jobs_given_up',
    'advice backup_missing',
    'fine nodes_fine',
  ]);
});

test('a backup from today is fine, a late backup is advice, and three days without a backup are a problem', () => {
  expect(judge({ backupMs: NOW - 25 * HOUR_MS })).not.toContain('advice backup_old');
  expect(judge({ backupMs: NOW - 27 * HOUR_MS })).toContain('advice backup_old');
  expect(judge({ backupMs: NOW - 4 * DAY_MS })[0]).toBe('problem backup_old');
});

test('every runbook that a finding names exists', () => {
  const folder = join(import.meta.dirname, '../../../../../../docs/runbooks');
  for (const name of HEALTH_RUNBOOKS)
    expect(existsSync(join(folder, `${name}.md`)), name).toBe(true);
});

describe('a node', () => {
  test('that is gone is a problem until another node has started in its place', () => {
    const gone = { ...NODE, name: 'api-dead', isGone: true, reportedMs: NOW - 2 * MINUTE_MS };
    expect(judge({ nodes: [gone, NODE] })).toContain('problem node_gone');
    const replacement = { ...NODE, startedMs: NOW - MINUTE_MS };
    expect(judge({ nodes: [gone, replacement] })).toContain('advice node_gone');
  });

  test('has one problem with the name of the node for each gap in its readiness', () => {
    expect(judgeNode({ missing: ['disk', 'migration 0023-nodes', 'something new'] })).toEqual(
      expect.arrayContaining([
        'problem node_lacks_disk',
        'problem node_lacks_schema',
        'problem node_lacks_other',
      ]),
    );
    const [first] = judgeHealth({ ...FINE, nodes: [{ ...NODE, missing: ['media'] }] });
    expect(first).toMatchObject({
      finding: 'node_lacks_media',
      values: { node: 'api-1a2b', gap: 'media' },
      runbook: 'health',
    });
  });

  test('is judged by the difference of its clock in either direction', () => {
    expect(judgeNode({ clockAheadMs: -900 })).toContain('fine nodes_fine');
    expect(judgeNode({ clockAheadMs: -1_500 })).toContain('advice clock_differs');
    expect(judgeNode({ clockAheadMs: 6_000 })[0]).toBe('problem clock_differs');
  });

  test('is judged by its event loop, its failing requests, its bus and its disk', () => {
    const figures = { callsPerS: 20, errorsPerS: 0, loopP99Ms: 30 };
    expect(judgeNode({ figures: { ...figures, loopP99Ms: 300 } })).toContain(
      'advice event_loop_slow',
    );
    expect(judgeNode({ figures: { ...figures, errorsPerS: 2 } })[0]).toBe('problem calls_fail');
    // One failed request in half a minute is too few to compute an error rate.
    expect(judgeNode({ figures: { ...figures, callsPerS: 0.03, errorsPerS: 0.03 } })).toContain(
      'fine nodes_fine',
    );
    expect(judgeNode({ isBusConnected: false })[0]).toBe('problem bus_disconnected');
    expect(judgeNode({ diskFreeBytes: GIB / 2 })).toContain('advice disk_low');
    expect(judgeNode({ diskFreeBytes: null, figures: null })).toContain('fine nodes_fine');
  });

  test('of another version is advice', () => {
    const nodes = [NODE, { ...NODE, name: 'api-3c4d', version: '1.15.0' }];
    expect(judge({ nodes })).toContain('advice versions_differ');
  });
});

test('the database is judged by its connections, transactions and partitions', () => {
  expect(withDatabase({ connections: 85 })).toContain('advice connections_high');
  expect(withDatabase({ connections: 97 })[0]).toBe('problem connections_high');
  expect(withDatabase({ longest_transaction_s: 90 })).toContain('advice transaction_long');
  expect(withDatabase({ longest_transaction_s: 400 })[0]).toBe('problem transaction_long');
  expect(withDatabase({ partitionsUntilMs: NOW + 40 * DAY_MS })).toContain(
    'advice partitions_short',
  );
  expect(withDatabase({ partitionsUntilMs: NOW + 3 * DAY_MS })[0]).toBe('problem partitions_short');
});

test('jobs are judged by abandoned jobs, by delay and by failing tasks', () => {
  expect(judge({ jobs: { ...FINE.jobs, overdue_s: 61 } })[0]).toBe('problem jobs_overdue');
  const task = (failures: number) => [
    { task: 'mail_send', failures, last_success_at: null, last_failure_at: null, error: null },
  ];
  expect(judge({ tasks: task(2) })).toContain('fine jobs_fine');
  expect(judge({ tasks: task(3) })).toContain('advice tasks_fail');
  expect(judge({ tasks: task(10) })[0]).toBe('problem tasks_fail');
});

test('a finding names a stream with faults, and without a media process no stream is judged', () => {
  const channel = {
    ...{ channel_id: 'ring-1', publishing: true, protocol: 'rtmp', codecs: null, height: 720 },
    ...{ frame_rate: 30, bitrate_bps: 1, viewers: { hls: 1, webrtc: 0 }, reported_at: null },
    findings: [{ finding: 'no_picture', level: 'problem', at: null, values: {} } as const],
  };
  const media = [{ nodes: ['api-1a2b'], answers: true, channels: [channel] }];
  expect(judge({ media })[0]).toBe('problem stream_faulty');
  const silent = judge({ media: [{ nodes: ['api-1a2b'], answers: false, channels: [] }] });
  expect(silent.some((one) => /media|stream/.test(one))).toBe(false);
});

test('queues and providers are judged by the age of their oldest waiting entry', () => {
  const waiting = (ageMs: number) => ({ waiting: 2, oldestMs: NOW - ageMs });
  expect(judge({ mail: waiting(11 * MINUTE_MS) })).toContain('advice mail_waits');
  expect(judge({ push: waiting(2 * HOUR_MS) })[0]).toBe('problem push_waits');
  const provider = { provider: 'paypal', lastPollMs: NOW, webhooks: waiting(2 * HOUR_MS) };
  expect(judge({ providers: [provider] })[0]).toBe('problem webhooks_wait');
  const silent = { ...provider, lastPollMs: NOW - 3 * HOUR_MS, webhooks: waiting(0) };
  expect(judge({ providers: [silent] })[0]).toBe('problem provider_silent');
  expect(judge({ providers: [] }).some((one) => /pay|provider/.test(one))).toBe(false);
});

test('the ledger is judged by its faults and by the age of its last good check', () => {
  const ledger = (changes: Partial<HealthFacts['ledger']>) =>
    judge({ ledger: { ...FINE.ledger, ...changes } });
  expect(ledger({ faults: 1 })[0]).toBe('problem ledger_faulty');
  expect(ledger({ goodMs: NOW - 3 * HOUR_MS })[0]).toBe('problem ledger_unchecked');
  expect(ledger({ goodMs: null, checkedMs: null })).toContain('advice ledger_unchecked');
});

test('a stopped picture that players report is a problem, also with a healthy source', () => {
  const stopped = [{ fromMs: NOW - 5 * MINUTE_MS, sessions: 9 }];
  const found = judgeHealth({ ...FINE, stopped });
  expect(found[0]).toMatchObject({
    ...{ finding: 'players_stopped', level: 'problem', values: { sessions: 9 } },
    at: new Date(NOW - 5 * MINUTE_MS).toISOString(),
  });
  expect(found.map(({ finding }) => finding)).toContain('media_fine');
});
