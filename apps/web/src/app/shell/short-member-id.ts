/** The end of a member id, as the bar has room for: an id begins with its time, so only its end tells members apart. */
export const shortMemberId = (memberId: string): string => memberId.slice(-8);
