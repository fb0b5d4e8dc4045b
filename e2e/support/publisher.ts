import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const STOP_MS_MAX = 5_000;

export interface Publisher {
  readonly process: ChildProcess;
  /** Returns the output so far. */
  readonly output: () => string;
  stop(): Promise<void>;
}

/** Publishes one colour and a tone by ffmpeg, as OBS would, until `stop`. */
export function publishColour(colour: string, server: string, key: string): Publisher {
  const input = (source: string) => ['-re', '-f', 'lavfi', '-i', source];
  const child = spawn(
    'ffmpeg',
    [
      ...['-hide_banner', '-loglevel', 'warning', '-nostdin'],
      ...input(`color=c=${colour}:size=640x360:rate=25`),
      ...input('sine=frequency=440:sample_rate=48000'),
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '25'],
      ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '96k', '-ar', '48000'],
      ...['-f', 'flv', `${server}/${key}`],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return {
    process: child,
    output: () => output,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
      await exited;
      clearTimeout(timer);
    },
  };
}
