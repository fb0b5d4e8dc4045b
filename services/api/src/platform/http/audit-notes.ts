/** What a handler knows of its change; shown with the entry. */
export interface AuditFacts {
  readonly subjectType?: string;
  readonly subjectId?: string;
  readonly reason?: string;
  readonly before?: object;
  readonly after?: object;
}

/** Collects the facts of one call. */
export interface AuditNotes {
  note(facts: AuditFacts): void;
}
