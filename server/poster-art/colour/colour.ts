/** A colour as #rrggbb. */
export type Colour = string;

type Triple = [number, number, number];

function channels(colour: Colour): Triple {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function toHex(rgb: Triple): Colour {
  return `#${rgb
    .map((channel) =>
      Math.round(Math.min(255, Math.max(0, channel)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

const linear = (channel: number) => {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};
const gamma = (part: number) => 255 * (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

/** Lightness and the two opponent axes of Oklab, in which equal steps look equal. */
function toLab(colour: Colour): Triple {
  const [r, g, b] = channels(colour).map(linear) as Triple;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromLab([lightness, a, b]: Triple): Colour {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return toHex([
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]);
}

/** Between two colours: 0 is the first, 1 the second. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  const [a, b] = [toLab(from), toLab(to)];
  return fromLab([0, 1, 2].map((axis) => (a[axis] ?? 0) * (1 - share) + (b[axis] ?? 0) * share) as Triple);
}

/** The colour turned around the wheel by some degrees and made a little lighter or darker. */
export function shifted(colour: Colour, degrees: number, lighter: number): Colour {
  const [lightness, a, b] = toLab(colour);
  const angle = (degrees * Math.PI) / 180;
  return fromLab([
    lightness + lighter,
    a * Math.cos(angle) - b * Math.sin(angle),
    a * Math.sin(angle) + b * Math.cos(angle),
  ]);
}

/** How two inks look where they overlap in print. */
export function overprint(one: Colour, other: Colour): Colour {
  const [a, b] = [channels(one), channels(other)];
  return toHex([0, 1, 2].map((axis) => ((a[axis] ?? 0) * (b[axis] ?? 0)) / 255) as Triple);
}

export function luminance(colour: Colour): number {
  const [r, g, b] = channels(colour).map(linear) as Triple;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG's contrast ratio, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
