import { expect, test } from 'vitest';
import { isSupportedBrowser } from './browser-support.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const CHROME = `${WINDOWS} ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`;
const CHROMIUM = '"Chromium";v="140", "Not=A?Brand";v="24"';
const NONE = '';

const isSupported = (
  userAgent: string,
  brands = NONE,
  mobileHint: boolean | null = null,
): boolean => isSupportedBrowser({ userAgent, brands, mobileHint });

test.each([
  ['Chrome', CHROME, `${CHROMIUM}, "Google Chrome";v="140"`],
  [
    'Chrome, whose invented brand comes first',
    CHROME,
    '" Not A;Brand";v="99", "Google Chrome";v="96"',
  ],
  [
    'Chrome with a bracket in the invented brand',
    CHROME,
    '"Not)A;Brand";v="8", "Google Chrome";v="138"',
  ],
  ['Chrome over http, which sends no brands', CHROME, NONE],
  ['Chromium', `${LINUX} ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, CHROMIUM],
  [
    'headless Chrome',
    `${LINUX} ${WEBKIT} HeadlessChrome/140.0.0.0 Safari/537.36`,
    `"HeadlessChrome";v="140", ${CHROMIUM}`,
  ],
  ['Edge', `${CHROME} Edg/140.0.0.0`, `${CHROMIUM}, "Microsoft Edge";v="140"`],
  ['old Edge', `${WINDOWS} ${WEBKIT} Chrome/70.0.3538.102 Safari/537.36 Edge/18.19582`, NONE],
  ['Safari', `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15`, NONE],
  [
    'Firefox on Android',
    'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0',
    NONE,
  ],
  [
    'Firefox on iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/130.0 Mobile/15E148 Safari/605.1.15',
    NONE,
  ],
  [
    'Firefox on an iPad, which asks for the desktop’s pages',
    `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/130.0 Safari/605.1.15`,
    NONE,
  ],
  [
    'Opera on Android',
    `Mozilla/5.0 (Linux; Android 14) ${WEBKIT} Chrome/127.0 Mobile Safari/537.36 OPR/84.0`,
    '"Opera Mobile";v="84", "Chromium";v="127"',
  ],
  [
    'Samsung Internet on a phone',
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    '"Chromium";v="130", "Samsung Internet";v="28.0"',
  ],
  [
    'UC on a phone',
    `Mozilla/5.0 (Linux; U; Android 12; en-US) ${WEBKIT} Version/4.0 Chrome/100.0 UCBrowser/13.4 Mobile Safari/537.36`,
    NONE,
  ],
  [
    'LINE’s own browser',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari Line/14.14.0',
    NONE,
  ],
  ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', NONE],
  [
    'Googlebot that renders',
    `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/140.0 Safari/537.36`,
    NONE,
  ],
  ['Bingbot', 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', NONE],
  [
    'Facebook’s preview',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    NONE,
  ],
  ['LINE’s preview', 'facebookexternalhit/1.1;line-poker/1.0', NONE],
  ['Twitterbot', 'Twitterbot/1.0', NONE],
  ['Slack’s preview', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', NONE],
  ['Discord’s preview', 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)', NONE],
  ['Lighthouse', `${MAC} ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Chrome-Lighthouse`, NONE],
  ['a program', 'curl/8.5.0', NONE],
  ['nothing', '', NONE],
])('%s is supported', (_, userAgent, brands) => {
  expect(isSupported(userAgent, brands)).toBe(true);
});

test('a browser that sends the mobile client hint is supported', () => {
  expect(isSupported(`${WINDOWS} Gecko/20100101 Firefox/140.0`, NONE, true)).toBe(true);
});

test.each([
  [
    'Firefox',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    NONE,
  ],
  ['Opera', `${CHROME} OPR/124.0.0.0`, `${CHROMIUM}, "Opera";v="124"`],
  ['Opera without brands', `${CHROME} OPR/124.0.0.0`, NONE],
  ['Opera GX', `${CHROME} OPR/124.0.0.0 (Edition std-1)`, `${CHROMIUM}, "Opera GX";v="124"`],
  ['old Opera', 'Opera/9.80 (Windows NT 6.1) Presto/2.12.388 Version/12.18', NONE],
  [
    'Internet Explorer',
    'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
    NONE,
  ],
  ['Vivaldi', `${CHROME} Vivaldi/7.6`, NONE],
  ['Vivaldi by its brand alone', CHROME, `${CHROMIUM}, "Vivaldi";v="7.6"`],
  ['Brave', CHROME, `"Chromium";v="140", "Not=A?Brand";v="24", "Brave";v="140"`],
  [
    'Yandex',
    `${CHROME.replace(' Safari', ' YaBrowser/25.8.0.0 Safari')}`,
    `${CHROMIUM}, "YaBrowser";v="25.8"`,
  ],
  ['Yandex by its brand alone', CHROME, `${CHROMIUM}, "YaBrowser";v="25.8", "Yowser";v="2.5"`],
  [
    'Cốc Cốc',
    `${WINDOWS} ${WEBKIT} coc_coc_browser/132.0.230 Chrome/126.0.0.0 Safari/537.36`,
    NONE,
  ],
  ['Cốc Cốc by its brand alone', CHROME, `${CHROMIUM}, "CocCoc";v="140"`],
  ['Maxthon', `${WINDOWS} ${WEBKIT} Chrome/100.0.4896.127 Maxthon/7.1.8.7 Safari/537.36`, NONE],
  ['old Maxthon', `${WINDOWS} ${WEBKIT} Maxthon/4.9.5.1000 Chrome/39.0.2146.0 Safari/537.36`, NONE],
  ['UC', `${WINDOWS} ${WEBKIT} Chrome/78.0.3904.108 UCBrowser/7.0.185.1002 Safari/537.36`, NONE],
  [
    'UC with its old name',
    `${WINDOWS} ${WEBKIT} Chrome/55.0.2883.87 UBrowser/7.0.6.1042 Safari/537.36`,
    NONE,
  ],
  ['Sogou', `${WINDOWS} ${WEBKIT} Chrome/80.0.3987.87 Safari/537.36 SE 2.X MetaSr 1.0`, NONE],
  [
    'QQ',
    `${WINDOWS} ${WEBKIT} Chrome/94.0.4606.71 Core/1.94.253.400 QQBrowser/12.6.5538.400`,
    NONE,
  ],
  ['Whale', `${WINDOWS} ${WEBKIT} Chrome/138.0.0.0 Whale/4.33.325.17 Safari/537.36`, NONE],
  [
    'Falkon',
    `${LINUX} ${WEBKIT} Falkon/24.12 QtWebEngine/6.8.1 Chrome/122.0.0.0 Safari/537.36`,
    NONE,
  ],
  [
    'GNOME Web',
    `${LINUX} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`,
    NONE,
  ],
  [
    'GNOME Web, which names itself',
    `${LINUX} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15 Epiphany/605.1.15`,
    NONE,
  ],
  [
    'Samsung Internet on a desktop',
    `${LINUX} ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36`,
    NONE,
  ],
  [
    'Samsung Internet by its brand alone',
    CHROME,
    `"Chromium";v="130", "Samsung Internet";v="28.0"`,
  ],
  [
    'DuckDuckGo on a Mac',
    `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15 Ddg/18.5`,
    NONE,
  ],
  ['Avast', `${CHROME} Avast/140.0`, `${CHROMIUM}, "Avast Secure Browser";v="140"`],
  ['SeaMonkey', `${LINUX} Gecko/20100101 Firefox/91.0 SeaMonkey/2.53.21`, NONE],
  ['Pale Moon', `${LINUX} Goanna/6.8 Firefox/128.0 PaleMoon/33.8`, NONE],
  [
    'Konqueror',
    `${LINUX} AppleWebKit/537.36 (KHTML, like Gecko) konqueror/5.0.97 Safari/537.36`,
    NONE,
  ],
  [
    'an Electron app',
    `${WINDOWS} ${WEBKIT} App/1.0 Chrome/130.0.0.0 Electron/33.0.0 Safari/537.36`,
    NONE,
  ],
  ['an unknown browser', `${WINDOWS} Somebrowser/1.0`, NONE],
])('%s on a desktop is not supported', (_, userAgent, brands) => {
  expect(isSupported(userAgent, brands)).toBe(false);
});
