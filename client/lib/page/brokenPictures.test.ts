import { expect, test } from '@jest/globals';
import { markBrokenPictures } from './brokenPictures.ts';

test('a picture is marked while it fails to load', () => {
  markBrokenPictures(document);
  const picture = document.body.appendChild(document.createElement('img'));
  const isMarked = () => picture.hasAttribute('data-broken');

  picture.dispatchEvent(new Event('error'));
  expect(isMarked()).toBe(true);

  picture.dispatchEvent(new Event('load'));
  expect(isMarked()).toBe(false);
});
