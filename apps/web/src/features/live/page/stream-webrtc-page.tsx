import type { MetaFunction } from '../../../shared/page-meta.ts';
import { BarePlayer } from './bare-player.tsx';

export const meta: MetaFunction = () => ({ noindex: true });

/** `/streamwebrtc?id=`: the bare player by WebRTC, with HLS as the fallback. */
export const Component = () => <BarePlayer realtime={true} />;
