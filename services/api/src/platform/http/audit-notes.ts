/** Facts that a handler reports about its change. The console shows them with the entry. */
export interface AuditFacts {
  readonly subjectType?: string;
  readonly subjectId?: string;
  readonly reason?: string;
  readonly before?: object;
  readonly after?: object;
}

/** Collects the facts of one request. */
export interface AuditNotes {
  note(facts: AuditFacts): void;
}
