import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../e2e/support/start-stack.ts';

interface NginxRtmp {
  readonly rtmpPort: number;
  readonly httpPort: number;
  /** URL of the channel's playlist. */
  readonly hlsUrl: string;
  stop(): Promise<void>;
}

/** Starts nginx with its RTMP module in a common low-latency setup, with fragments of one second. */
export async function startNginxRtmp(nginx: string, channel: string): Promise<NginxRtmp> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-nginx-rtmp-'));
  const [rtmpPort, httpPort] = [await freePort(), await freePort()];
  mkdirSync(join(folder, 'hls'));
  writeFileSync(
    join(folder, 'nginx.conf'),
    `load_module /usr/lib/nginx/modules/ngx_rtmp_module.so;
     user root; worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
     events { worker_connections 256; }
     rtmp { server { listen 127.0.0.1:${rtmpPort}; application live {
       live on; hls on; hls_path ${folder}/hls; hls_fragment 1s; hls_playlist_length 6s;
     } } }
     http { access_log off; types { application/vnd.apple.mpegurl m3u8; video/mp2t ts; }
       server { listen 127.0.0.1:${httpPort}; root ${folder}/hls; add_header Access-Control-Allow-Origin *; }
     }`,
  );
  const child = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  return {
    ...{ rtmpPort, httpPort },
    hlsUrl: `http://127.0.0.1:${httpPort}/${channel}.m3u8`,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
