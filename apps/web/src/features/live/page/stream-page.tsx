import type { MetaFunction } from '../../../shared/page-meta.ts';
import { BarePlayer } from './bare-player.tsx';

export const meta: MetaFunction = () => ({ noindex: true });

/** `/stream?id=`: the bare player by HLS. */
export const Component = () => <BarePlayer realtime={false} />;
