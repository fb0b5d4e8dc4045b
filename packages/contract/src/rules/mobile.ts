/** The specification's size of a phone's window (section 9), in CSS pixels. `global.css` has the same query. */
export const MOBILE_WIDTH_PX_MAX = 641;
export const MOBILE_HEIGHT_PX_MAX = 1000;

/** The size of a window. */
export interface Viewport {
  readonly innerWidth: number;
  readonly innerHeight: number;
}

/** Device hints of a browser. */
export interface DeviceAgent {
  readonly userAgent: string;
  /** `Sec-CH-UA-Mobile` or `navigator.userAgentData.mobile`; `null` if not sent. */
  readonly mobileHint: boolean | null;
}

/** The last hints exist on iOS only. Without them, an iPad that requests desktop pages looks like a Mac. */
const MOBILE_AGENT = /Mobi|Android|iPhone|iPad|iPod|Windows Phone|FxiOS|CriOS|EdgiOS|OPiOS/i;

/** Whether the browser reports a mobile device. The server knows only this part of `isMobileDevice`. */
export const isMobileAgent = ({ userAgent, mobileHint }: DeviceAgent): boolean =>
  mobileHint === true || MOBILE_AGENT.test(userAgent);

/** Whether layout and wallet flow are the mobile ones: by window size or by the reported device. */
export const isMobileDevice = (
  { innerWidth, innerHeight }: Viewport,
  agent: DeviceAgent,
): boolean =>
  (innerWidth <= MOBILE_WIDTH_PX_MAX && innerHeight <= MOBILE_HEIGHT_PX_MAX) ||
  isMobileAgent(agent);
