import { readAmf0 } from './amf0-reader.ts';
import { type AmfObject, type AmfValue, isAmfObject } from './amf0-value.ts';
import { writeAmf0 } from './amf0-writer.ts';
import { MESSAGE_TYPE, type RtmpMessage } from './message.ts';
import { RtmpProtocolError } from './protocol-error.ts';

/** A call or an answer on a connection: `connect`, `publish`, `_result`, `onStatus` and so on. */
export interface RtmpCommand {
  readonly name: string;
  /** Pairs an answer with its call; 0 where none is expected. */
  readonly transactionId: number;
  readonly object: AmfObject | null;
  readonly args: readonly AmfValue[];
}

/** AMF3 messages carry AMF0 behind one leading byte, as every known encoder sends them. */
const amf0Of = ({ typeId, payload }: RtmpMessage): Buffer =>
  typeId === MESSAGE_TYPE.commandAmf3 || typeId === MESSAGE_TYPE.dataAmf3
    ? payload.subarray(1)
    : payload;

/** Reads a command message (type 20, or 17). Throws `RtmpProtocolError` when it is none. */
export function readCommand(message: RtmpMessage): RtmpCommand {
  const [name, transactionId, object, ...args] = readAmf0(amf0Of(message));
  if (typeof name !== 'string') throw new RtmpProtocolError('a command without a name');
  return {
    name,
    transactionId: typeof transactionId === 'number' ? transactionId : 0,
    object: isAmfObject(object) ? object : null,
    args,
  };
}

/** Reads a data message (type 18, or 15), such as `@setDataFrame`. */
export const readData = (message: RtmpMessage): AmfValue[] => readAmf0(amf0Of(message));

/** A command as a message (type 20) of message stream `streamId`. */
export const writeCommand = (
  streamId: number,
  name: string,
  transactionId: number,
  object: AmfValue,
  ...args: readonly AmfValue[]
): RtmpMessage => ({
  typeId: MESSAGE_TYPE.commandAmf0,
  streamId,
  timestampMs: 0,
  payload: writeAmf0([name, transactionId, object, ...args]),
});
