/** The source of the current time. Tests can set it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
