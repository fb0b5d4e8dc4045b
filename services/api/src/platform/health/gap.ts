/** The short name of something that a node lacks, and advice for its operator. */
export interface Gap {
  readonly name: string;
  readonly advice?: string;
  /** Whether the node serves nevertheless: it is named, and the node stays ready. */
  readonly isTolerable?: boolean;
}
