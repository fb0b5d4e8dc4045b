import { type DeviceAgent, isMobileDevice, type Viewport } from '@sangwian/contract/rules/mobile';

/** Client hints, which TypeScript's DOM does not know, and not every browser has. */
type HintingNavigator = Navigator & { readonly userAgentData?: { readonly mobile: boolean } };

/** What this browser says of its device: the same that its requests say to the server. */
const ownAgent = (browser: HintingNavigator): DeviceAgent => ({
  userAgent: browser.userAgent,
  mobileHint: browser.userAgentData?.mobile ?? null,
});

/** Whether this is a mobile device now, by the rule that lays out the page (`global.css`). */
export const isMobile = (
  viewport: Viewport = window,
  agent: DeviceAgent = ownAgent(navigator),
): boolean => isMobileDevice(viewport, agent);
