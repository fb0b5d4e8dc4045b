import type { Logger } from '@sangwian/node-kit/logger';
import type { Rendition } from '../channel/rendition.ts';
import { ChannelLadder, type LadderOptions } from './ladder.ts';
import type { RungOutput } from './rung.ts';

/** What a ladder needs from its channel. */
export interface LadderChannel {
  readonly id: string;
  /** Returns the rendition with this name; creates it if necessary. */
  readonly open: (name: string) => Rendition;
  /** Returns the stream itself; `undefined` before its first publisher. */
  readonly source: () => Rendition | undefined;
  /** Called after renditions have been added or removed. */
  readonly onListChange: () => void;
  /** Elapsed time. */
  readonly now: () => number;
  readonly logger: Logger;
}

/**
 * Returns the sink for a rung's segments: a rendition of the channel, which is listed while the source is published.
 */
function outputOf(channel: LadderChannel, rendition: Rendition): RungOutput {
  const setEncoded = (isEncoded: boolean): void => {
    rendition.setEncodedByLadder(isEncoded && channel.source()?.publisher != null);
    channel.onListChange();
  };
  const { ladderOutput } = rendition;
  return {
    ...ladderOutput,
    expect: () => setEncoded(true),
    begin: (mediaSequence) => {
      ladderOutput.begin(mediaSequence);
      setEncoded(true);
    },
    lose: () => setEncoded(false),
  };
}

/** Creates the ladder of a channel. */
export const createChannelLadder = (
  options: LadderOptions,
  channel: LadderChannel,
): ChannelLadder =>
  new ChannelLadder({
    ...options,
    channelId: channel.id,
    outputOf: (name) => outputOf(channel, channel.open(name)),
    frameRate: () => channel.source()?.meter.frameRate ?? null,
    now: channel.now,
    logger: channel.logger,
  });
