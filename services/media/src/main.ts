import { reportReady, stopWithParent } from '@sangwian/node-kit/lifecycle';
import { createLogger } from '@sangwian/node-kit/logger';
import { readConfig } from './config.ts';
import { startGate } from './gate/gate-process.ts';
import { DRAIN_MS_MAX, startMediaProcess } from './media-process.ts';
import { startWebRtcEdge } from './relay/webrtc-edge.ts';

const config = readConfig();
const logger = createLogger('media', config.logLevel);
const START = { origin: startMediaProcess, gate: startGate, 'webrtc-edge': startWebRtcEdge };
const media = await START[config.role as keyof typeof START](config, logger);
stopWithParent(logger, () => media.stop(), config.originUrl === '' ? 0 : DRAIN_MS_MAX);
logger.info(media.ports, 'listening');
reportReady(media.ports);
