import { type RtmpCommand, writeCommand } from '@sangwian/rtmp/command';
import { setAcknowledgementWindow, setChunkSize, setPeerBandwidth } from '@sangwian/rtmp/control';
import type { ServerConnection } from './server-connection.ts';
import type { Status } from './status.ts';

const CHUNK_BYTES = 4_096;
const ACKNOWLEDGEMENT_WINDOW_BYTES = 2_500_000;
/** Server version that encoders recognise. */
const SERVER_VERSION = 'FMS/3,0,1,123';
const SERVER_CAPABILITIES = 31;
/** AMF0; AMF3 is supported only as a wrapper of AMF0. */
const OBJECT_ENCODING = 0;

/** Accepts `connect`: sends chunk size and windows first, then the result. */
export function answerConnect(connection: ServerConnection, command: RtmpCommand): void {
  connection.sendControl(setAcknowledgementWindow(ACKNOWLEDGEMENT_WINDOW_BYTES));
  connection.sendControl(setPeerBandwidth(ACKNOWLEDGEMENT_WINDOW_BYTES));
  connection.sendControl(setChunkSize(CHUNK_BYTES));
  const information: Status = {
    level: 'status',
    code: 'NetConnection.Connect.Success',
    description: 'Connected',
    objectEncoding: OBJECT_ENCODING,
  };
  connection.sendCommand(
    writeCommand(
      0,
      '_result',
      command.transactionId,
      { fmsVer: SERVER_VERSION, capabilities: SERVER_CAPABILITIES },
      information,
    ),
  );
}

/** Refuses `connect`. */
export function refuseConnect(connection: ServerConnection, transactionId: number): void {
  const information: Status = {
    level: 'error',
    code: 'NetConnection.Connect.InvalidApp',
    description: 'Publish to the application "live"',
  };
  connection.sendCommand(writeCommand(0, '_error', transactionId, null, information));
}

/** Responds to a command with success and, optionally, one value. */
export function answerResult(
  connection: ServerConnection,
  { transactionId }: RtmpCommand,
  value?: number,
): void {
  connection.sendCommand(writeCommand(0, '_result', transactionId, null, value));
}
