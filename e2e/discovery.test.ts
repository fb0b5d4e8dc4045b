import { findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';

/** Returns the title and the meta tags that a crawler reads without running scripts. */
const tagsOf = (html: string) => {
  const content = (name: string): string | undefined =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
  return {
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1],
    description: content('description'),
    robots: content('robots'),
    image: content('og:image'),
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&'),
    data: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json]) => JSON.parse(json!) as { '@type': string; competitor?: unknown[] },
    ),
  };
};

const PRIVATE =
  '/sign-in /banuser /redirect /sync-member /stream /liveExternal /profile /profile/edit /profile/change-password /profile/spending /profile/clips /profile/coin-history /wallet/confirm-order /wallet/payment-options /wallet/mobile-payment/coin /password/re-by-PHONE /password/re-by-OTP /password/re-by-PIN /predict/predict_history /predict/predict_rank /nowhere'.split(
    ' ',
  );

test('every page describes itself to crawlers and link previews, with a share card, without scripts', async ({
  request,
  run,
}) => {
  const read = async (path: string) => tagsOf(await (await request.get(path)).text());
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const pages = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) =>
    url!.replaceAll('&#38;', '&'),
  );
  const firstOf = (part: string): string => pages.find((page) => page.includes(part))!;
  const live = `/live/${(await findLiveOn(run)).program_live_id}`;
  const card = firstOf('/program?card=');
  const examples = [
    { path: live, type: 'SportsEvent', cardKind: 'live' },
    { path: card, type: 'SportsEvent', cardKind: 'program' },
    { path: firstOf('/boxer_detail?id='), type: 'ProfilePage', cardKind: 'fighter' },
  ];
  for (const { path, type, cardKind } of examples) {
    const thai = await read(path);
    const english = await read(`${path}${path.includes('?') ? '&' : '?'}lang=en`);
    expect(thai.title).toMatch(/[ก-๙].* · สังเวียน$/);
    expect(english.title).toMatch(/^[^ก-๙]* · Sangwian$/);
    expect(new URL(thai.canonical!).href).toBe(new URL(path, run.url).href);
    expect(english.canonical).toContain('lang=en');
    expect(thai.robots).toBeUndefined();
    expect(thai.data.map((one) => one['@type'])).toEqual([type, 'BreadcrumbList']);
    const picture = await request.get(thai.image!);
    expect(thai.image).toContain(`/share/${cardKind}/`);
    expect(picture.headers()['content-type']).toBe('image/png');
    const bytes = await picture.body();
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1_200, 630]);
  }
  const bout = await (await request.get(card)).text();
  const [, boutPath = ''] = /href="(\/program\?card=[^"]*bout=[^"]*)"/.exec(bout) ?? [];
  const ofBout = await read(boutPath.replaceAll('&amp;', '&'));
  expect(ofBout.title).toContain(' พบ ');
  expect((await request.get(ofBout.image!)).headers()['content-type']).toBe('image/png');
  expect((await request.get('/robots.txt')).status()).toBe(200);

  const titles = new Set<string>();
  for (const path of pages.slice(0, 10)) {
    const { title, description, robots, canonical } = await read(path);
    expect(robots, path).toBeUndefined();
    expect(canonical, path).toBeDefined();
    expect(description, path).not.toBe('');
    titles.add(title!);
  }
  expect(titles.size).toBe(10);
  for (const path of PRIVATE) expect((await read(path)).robots, path).toBe('noindex');
});
