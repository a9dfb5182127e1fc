import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

const css = readFileSync('client/app/theme/tokens.css', 'utf8');

/** The hexadecimal colours of a scheme. */
function tokensOf(scheme: 'dark' | 'light'): Record<string, string> {
  const [shared = '', ...blocks] = css.split('[data-mantine-color-scheme=');
  const own = blocks.find((block) => block.startsWith(`"${scheme}"`))?.split('}')[0] ?? '';
  return Object.fromEntries(
    [...`${shared}${own}`.matchAll(/--([\w-]+): (#\w{6});/g)].map(([, name, hex]) => [name, hex]),
  );
}

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);

/** WCAG's contrast of two colours. */
function contrast(one: string, other: string): number {
  const [light, dark] = [one, other]
    .map((hex) => channels(hex).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)))
    .map(([r = 0, g = 0, b = 0]) => 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
    .sort((a, b) => b - a) as [number, number];
  return light / dark;
}

describe.each(['dark', 'light'] as const)('in the %s scheme', (scheme) => {
  const tokens = tokensOf(scheme);
  const onSurfaces = (name: string) =>
    ['canvas', 'raised', 'overlay'].map((surface) => contrast(tokens[name] ?? '', tokens[surface] ?? ''));

  test.each(['ink', 'dim', 'amber', 'velvet', 'leaf'])('%s is readable as text on all surfaces', (name) => {
    expect(Math.min(...onSurfaces(name))).toBeGreaterThanOrEqual(4.5);
  });

  test('stars and bars stand out from all surfaces', () => {
    expect(Math.min(...onSurfaces('amber-mark'))).toBeGreaterThanOrEqual(3);
  });

  test('amber is orange, not brown: links, stars and bars have a clear hue and enough light', () => {
    for (const [name, least] of [
      ['amber', 0.68],
      ['amber-mark', 0.85],
    ] as const) {
      const [red = 0, , blue = 1] = channels(tokens[name] ?? '');
      expect({ name, isLight: red >= least, isPure: blue / red <= 0.4 }).toEqual({ name, isLight: true, isPure: true });
    }
  });
});

test('each variable that our own styles use is set somewhere', () => {
  const sources = readdirSync('client', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(css|tsx?)$/.test(name) && !name.includes('.test.'))
    .map((name) => ({ name, text: readFileSync(`client/${name}`, 'utf8') }));
  const set = new Set(sources.flatMap(({ text }) => text.match(/--[\w-]+(?=['"]?\]?:)/g) ?? []));
  const unset = sources
    .filter(({ name }) => name.endsWith('.module.css'))
    .flatMap(({ name, text }) =>
      [...text.matchAll(/var\((--(?!mantine-)[\w-]+)\)/g)].map(([, used = '']) => ({ name, used })),
    )
    .filter(({ used }) => !set.has(used));

  expect(unset).toEqual([]);
});
