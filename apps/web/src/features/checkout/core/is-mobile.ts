import { type DeviceAgent, isMobileDevice, type Viewport } from '@sangwian/contract/rules/mobile';

/** Client hints are missing in TypeScript's DOM types and in some browsers. */
type HintingNavigator = Navigator & { readonly userAgentData?: { readonly mobile: boolean } };

/** Returns this browser's user agent and client hint, as the server receives them. */
const ownAgent = (browser: HintingNavigator): DeviceAgent => ({
  userAgent: browser.userAgent,
  mobileHint: browser.userAgentData?.mobile ?? null,
});

/** Returns whether this is a mobile device, by the rule that `global.css` uses. */
export const isMobile = (
  viewport: Viewport = window,
  agent: DeviceAgent = ownAgent(navigator),
): boolean => isMobileDevice(viewport, agent);
