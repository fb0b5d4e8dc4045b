import { readAmf0 } from './amf0-reader.ts';
import { type AmfObject, type AmfValue, isAmfObject } from './amf0-value.ts';
import { writeAmf0 } from './amf0-writer.ts';
import { MESSAGE_TYPE, type RtmpMessage } from './message.ts';
import { RtmpProtocolError } from './protocol-error.ts';

/** A command or a response, such as `connect`, `publish`, `_result` or `onStatus`. */
export interface RtmpCommand {
  readonly name: string;
  /** Transaction id, which matches a response to its command; 0 if no response is expected. */
  readonly transactionId: number;
  readonly object: AmfObject | null;
  readonly args: readonly AmfValue[];
}

/** Returns the AMF0 content. In the AMF3 messages of all known encoders, one byte precedes it. */
const amf0Of = ({ typeId, payload }: RtmpMessage): Buffer =>
  typeId === MESSAGE_TYPE.commandAmf3 || typeId === MESSAGE_TYPE.dataAmf3
    ? payload.subarray(1)
    : payload;

/** Reads a command message (type 20 or 17). Throws `RtmpProtocolError` if it is invalid. */
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

/** Reads a data message (type 18 or 15), such as `@setDataFrame`. */
export const readData = (message: RtmpMessage): AmfValue[] => readAmf0(amf0Of(message));

/** Writes a command as a message (type 20) of message stream `streamId`. */
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
