export interface MediaHooksTables {
  media_origin: MediaOriginTable;
  channel_lease: ChannelLeaseTable;
  picture_period: PicturePeriodTable;
}

/** A time range in which a channel had video without a gap of more than 3 s, by the clock of its media process. */
interface PicturePeriodTable {
  channel_id: string;
  began_at: Date;
  ended_at: Date;
}

/** A media process, identified by its data folder. */
interface MediaOriginTable {
  media_origin_id: string;
  /** `MEDIA_ORIGIN_URL`; empty if only the node with this process as its `MEDIA_INTERNAL_URL` can reach it. */
  origin_url: string;
  /** By the clock of the database. */
  expires_at: Date;
}

/** The origin that publishes a channel. */
interface ChannelLeaseTable {
  channel_id: string;
  media_origin_id: string;
  media_process_id: string;
  /** Incremented when another process claims the channel. */
  fence: number;
  /** The highest numbers that the channel's playlists have used so far. */
  discontinuity: number;
  media_sequence: number;
  is_standby: boolean;
  /** By the clock of the database. */
  expires_at: Date;
}
