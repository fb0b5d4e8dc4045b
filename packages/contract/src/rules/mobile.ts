/** The specification's size of a phone's window (section 9), in CSS pixels. `global.css` has the same query. */
export const MOBILE_WIDTH_PX_MAX = 641;
export const MOBILE_HEIGHT_PX_MAX = 1000;

/** The size of a window. */
export interface Viewport {
  readonly innerWidth: number;
  readonly innerHeight: number;
}

/** What a browser says of its device. */
export interface DeviceAgent {
  readonly userAgent: string;
  /** `Sec-CH-UA-Mobile` or `navigator.userAgentData.mobile`; `null` where the browser says nothing. */
  readonly mobileHint: boolean | null;
}

/** The last names are those of iOS alone: an iPad that asks for the desktop's pages calls itself a Mac otherwise. */
const MOBILE_AGENT = /Mobi|Android|iPhone|iPad|iPod|Windows Phone|FxiOS|CriOS|EdgiOS|OPiOS/i;

/** Whether a browser says that it runs on a mobile device. It is all that the server knows of the predicate below. */
export const isMobileAgent = ({ userAgent, mobileHint }: DeviceAgent): boolean =>
  mobileHint === true || MOBILE_AGENT.test(userAgent);

/** Whether this is a mobile device, for layout and wallet flow alike: by its window's size, or by what it says. */
export const isMobileDevice = (
  { innerWidth, innerHeight }: Viewport,
  agent: DeviceAgent,
): boolean =>
  (innerWidth <= MOBILE_WIDTH_PX_MAX && innerHeight <= MOBILE_HEIGHT_PX_MAX) ||
  isMobileAgent(agent);
