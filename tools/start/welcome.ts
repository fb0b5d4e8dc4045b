import { join, relative } from 'node:path';
import type { RunFile } from './run-file.ts';
import { ROOT, type StartSettings } from './settings.ts';

const line = (label: string, value: string): string => `  ${label.padEnd(10)} ${value}`;

function describeFans(run: RunFile): string[] {
  const [first, ...others] = run.accounts.fans;
  if (first === undefined) return [];
  const last = others.at(-1);
  const same = others.length > 0 && others.every((fan) => fan.password === first.password);
  return [
    line(
      'Fan',
      `${first.phone} / ${first.password}${same && last !== undefined ? `   (the same for all up to ${last.phone})` : ''}`,
    ),
  ];
}

/** Returns the message shown when everything runs. */
export function describeRun(
  settings: StartSettings,
  run: RunFile,
  rtmpPort: number,
  elapsed: string,
): string {
  const logs = relative(ROOT, join(settings.dataDir, 'logs'));
  return [
    '',
    `Sangwian is ready at ${run.url}   (${elapsed})`,
    '',
    ...describeFans(run),
    ...run.accounts.operators.map((operator) =>
      line('Operator', `${operator.email} / ${operator.password}   (${operator.role})`),
    ),
    ...(run.setup_url === ''
      ? []
      : [line('Owner', `${run.setup_url}   (set up the console once, within a day)`)]),
    ...(run.codes.length > 0 ? [line('Codes', run.codes.join(', '))] : []),
    ...(run.rtmp.key === ''
      ? []
      : [
          line('OBS', 'Settings → Stream → Service: Custom'),
          line('  Server', run.rtmp.server),
          line('  Key', run.rtmp.key),
          line('  SRT', `${run.srt.url}   (as the server, without a key)`),
          line('  WHIP', `${run.whip.url}, the key as Bearer Token`),
        ]),
    ...(rtmpPort === settings.rtmpPort
      ? []
      : [
          line(
            '',
            `(RTMP port ${settings.rtmpPort} is taken by another program, so it is ${rtmpPort})`,
          ),
        ]),
    line('Logs', logs.startsWith('..') ? join(settings.dataDir, 'logs') : logs),
    '',
    '  Ctrl-C stops everything.',
    '',
  ].join('\n');
}
