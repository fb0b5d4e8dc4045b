export interface MediaHooksTables {
  media_origin: MediaOriginTable;
  channel_lease: ChannelLeaseTable;
  picture_period: PicturePeriodTable;
}

/** A time in which a channel had a picture, without a gap of more than 3 s, by the clock of its media process. */
interface PicturePeriodTable {
  channel_id: string;
  began_at: Date;
  ended_at: Date;
}

/** A media process with its data folder. */
interface MediaOriginTable {
  media_origin_id: string;
  /** `MEDIA_ORIGIN_URL`; empty: only the node that has it as `MEDIA_INTERNAL_URL` reaches it. */
  origin_url: string;
  /** By the clock of the database. */
  expires_at: Date;
}

/** The origin that publishes a channel. */
interface ChannelLeaseTable {
  channel_id: string;
  media_origin_id: string;
  media_process_id: string;
  /** Grows with each claim. */
  fence: number;
  /** The highest numbers that the channel's playlists have used. */
  discontinuity: number;
  media_sequence: number;
  is_standby: boolean;
  /** By the clock of the database. */
  expires_at: Date;
}
