import { renderArt } from '@sangwian/ui/art/art-files';
import { expect, test } from 'vitest';
import { cornerFaceUrl, faceUrl } from './face-url.ts';

const red = { fighter_id: '0199a0b0-0000-7000-8000-000000000001', gym: { th: 'ศิษย์พ่อขาว' } };
const blue = { fighter_id: '0199a0b0-0000-7000-8000-000000000002', gym: { th: 'วังปลาทูยิม' } };

test('the server renders the URL of every face', () => {
  for (const url of [
    faceUrl(red),
    faceUrl(red, 'card'),
    cornerFaceUrl({ red, blue }, 'red'),
    cornerFaceUrl({ red, blue }, 'blue'),
  ]) {
    expect(renderArt(url), url).toContain('<svg');
  }
});
