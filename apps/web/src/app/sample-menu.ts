import type { LinkSection } from '../shared/site-config.ts';

/** The sample News menu, used in development if no menu is configured. */
export const sampleNews = (base: string): LinkSection[] => [
  {
    heading: null,
    links: [
      { label: { th: 'ข่าวมวย', en: 'News' }, href: `${base}/news` },
      { label: { th: 'บทความ', en: 'Articles' }, href: `${base}/articles` },
      { label: { th: 'บล็อก', en: 'Blog' }, href: `${base}/blog` },
      { label: { th: 'เว็บไซต์ข่าวสังเวียน', en: 'Sangwian news site' }, href: base },
    ],
  },
];

/** The sample Highlights menu: fighters, promotions and the test link. */
export const sampleHighlights = (base: string): LinkSection[] => [
  {
    heading: { th: 'นักมวย', en: 'Fighters' },
    links: [
      { label: { th: 'แชมป์', en: 'Champions' }, href: `${base}/highlights/champions` },
      { label: { th: 'ดาวรุ่ง', en: 'Rising stars' }, href: `${base}/highlights/rising-stars` },
      { label: { th: 'มวยหญิง', en: 'Women’s bouts' }, href: `${base}/highlights/women` },
      {
        label: { th: 'น็อกประจำเดือน', en: 'Knockouts of the month' },
        href: `${base}/highlights/ko`,
      },
    ],
  },
  {
    heading: { th: 'ศึกมวยไทย', en: 'Promotions' },
    links: [
      {
        label: { th: 'ศึกเพชรสังเวียน', en: 'Phet Sangwian' },
        href: `${base}/highlights/phet-sangwian`,
      },
      { label: { th: 'ศึกจ้าวพายุ', en: 'Chao Phayu' }, href: `${base}/highlights/chao-phayu` },
      {
        label: { th: 'ศึกรวงข้าวทอง', en: 'Ruang Khao Thong' },
        href: `${base}/highlights/ruang-khao-thong`,
      },
      {
        label: { th: 'ศึกเรือใบสยาม', en: 'Ruea Bai Siam' },
        href: `${base}/highlights/ruea-bai-siam`,
      },
    ],
  },
  {
    heading: null,
    links: [{ label: { th: 'ทดสอบ', en: 'Test' }, href: `${base}/highlights/test` }],
  },
];
