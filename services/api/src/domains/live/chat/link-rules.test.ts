import { describe, expect, it } from 'vitest';
import { hasLink } from './link-rules.ts';

describe('a link in any disguise', () => {
  it.each([
    'https://example.com/x',
    'HTTP://EXAMPLE.COM',
    'h t t p s : / / example . com',
    'hxxps://example.test',
    'www.example',
    'www . example . com',
    'ดูฟรีที่ example.com',
    'ดูฟรีที่example.co.th',
    'example.in.th เลย',
    'example . com',
    'example .com',
    'example,com',
    'example dot com',
    'example(dot)com',
    'example [.] com',
    'example จุด com',
    'exampleจุดคอม',
    'exampleดอทคอม',
    'ｅｘａｍｐｌｅ．ｃｏｍ',
    'example。com',
    'example․com',
    'example·com',
    '𝐞𝐱𝐚𝐦𝐩𝐥𝐞.𝐜𝐨𝐦',
    'exam\u200Dple.com',
    'สังเวียน.ไทย',
    'มวยสด.คอม',
    'ufa888.win มาเลย',
    'free-fights.live',
    't.me/somebody',
    'bit.ly/3abc',
    'line.me/ti/p/abc',
    'tinyurl.test/abc',
    'fans@example.org',
    '203.0.113.9:8080',
    '203.0.113.9/live',
    'ไลน์ @moay24',
    'line id: moay24',
    'LINE : @moay24',
    'แอดไลน์ moay24',
    'ทักไลน์ @moay24',
  ])('is detected: %s', (text) => {
    expect(hasLink(text)).toBe(true);
  });

  it.each([
    'ยก 3.แดงชนะ',
    'คู่เอก 19.30 น. วันที่ 21.11.2026',
    'เวอร์ชัน V1.13.3',
    'ราคา 1,030.50',
    'พ.ต.ท.สมชาย กับ น.ส.ดวงใจ จ.ขอนแก่น',
    'ส.เพชรเวที กับ ก.ค. พ.ศ. 2569',
    'Mr.Somchai is here',
    'e.g. the left kick',
    'What a round...wow',
    'He is on top.Win it!',
    'yes.no.maybe',
    'good.in the clinch',
    'go red!so good',
    'the dot on the ring',
    'one dot two',
    'จุดเปลี่ยนของยกนี้',
    'จุดคอม้าของเวที',
    'วันนี้ดูผ่านไลน์กับเพื่อน',
    'สู้ ๆ นะ @somchai',
    'in line with the rules: yes',
    '3-2 at 192.168 no',
    '10.9.10.9 on the cards',
    'a.k.a. The Storm',
    'U.S.A. and U.K.',
    'Blue, come on',
    'ok, net is slow here',
    'สวัสดี 👋.ครับ',
    'เตะ.ต่อย.ศอก.เข่า',
  ])('is not detected in other text: %s', (text) => {
    expect(hasLink(text)).toBe(false);
  });

  it('is searched for quickly in a long line', () => {
    const startedAt = performance.now();
    for (const text of ['a-'.repeat(500), 'a.'.repeat(500), 'h t '.repeat(250), 'ก.'.repeat(500)]) {
      hasLink(text);
    }
    expect(performance.now() - startedAt).toBeLessThan(200);
  });
});
