import { expect, test } from 'vitest';
import { isSupportedBrowser } from './browser-support.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

test.each([
  ['Chrome', `${WINDOWS} ${WEBKIT} Chrome/130.0.0.0 Safari/537.36`],
  [
    'headless Chrome',
    `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/130.0.0.0 Safari/537.36`,
  ],
  ['Edge', `${WINDOWS} ${WEBKIT} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`],
  ['Safari', `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15`],
  ['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0'],
  [
    'Firefox on iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/130.0 Mobile/15E148 Safari/605.1.15',
  ],
  [
    'Firefox on an iPad, which asks for the desktop’s pages',
    `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/130.0 Safari/605.1.15`,
  ],
  [
    'Opera on Android',
    `Mozilla/5.0 (Linux; Android 14) ${WEBKIT} Chrome/127.0 Mobile Safari/537.36 OPR/84.0`,
  ],
  [
    'LINE’s own browser',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari Line/14.14.0',
  ],
  ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  [
    'Facebook’s preview',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  ],
  ['LINE’s preview', 'facebookexternalhit/1.1;line-poker/1.0'],
  ['Twitterbot', 'Twitterbot/1.0'],
  ['Slack’s preview', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ['a program', 'curl/8.5.0'],
  ['nothing', ''],
])('%s is shown the site', (_, userAgent) => {
  expect(isSupportedBrowser(userAgent)).toBe(true);
});

test.each([
  ['Firefox', `${WINDOWS.replace(')', '; rv:130.0)')} Gecko/20100101 Firefox/130.0`],
  ['Opera', `${WINDOWS} ${WEBKIT} Chrome/130.0.0.0 Safari/537.36 OPR/114.0.0.0`],
  ['old Opera', 'Opera/9.80 (Windows NT 6.1) Presto/2.12.388 Version/12.18'],
  ['Internet Explorer', 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'],
  ['Vivaldi', `${WINDOWS} ${WEBKIT} Chrome/130.0.0.0 Safari/537.36 Vivaldi/7.0`],
  ['a browser that nobody knows', `${WINDOWS} Somebrowser/1.0`],
])('%s on a desktop is not', (_, userAgent) => {
  expect(isSupportedBrowser(userAgent)).toBe(false);
});
