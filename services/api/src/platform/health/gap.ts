/** The short name of something that a node lacks, and advice for its operator. */
export interface Gap {
  readonly name: string;
  readonly advice?: string;
  /** Whether the node can serve despite the gap. The gap is then reported, and the node stays ready. */
  readonly isTolerable?: boolean;
}
