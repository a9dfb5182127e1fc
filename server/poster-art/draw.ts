import type { Colour } from './colour/colour.ts';

/** Formats a number for SVG, rounded to a tenth of a unit. */
export const n = (value: number) => String(Math.round(value * 10) / 10);

export type Point = readonly [x: number, y: number];

export const points = (list: readonly Point[]) => list.map(([x, y]) => `${n(x)},${n(y)}`).join(' ');

export const circle = (x: number, y: number, radius: number, fill: Colour) =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(Math.max(0, radius))}" fill="${fill}"/>`;

export const ring = (x: number, y: number, radius: number, width: number, stroke: Colour) =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(Math.max(0, radius))}" fill="none" stroke="${stroke}" stroke-width="${n(width)}"/>`;

export const rect = (x: number, y: number, width: number, height: number, fill: Colour) =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(Math.max(0, width))}" height="${n(Math.max(0, height))}" fill="${fill}"/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: Colour) =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"/>`;

export const polygon = (list: readonly Point[], fill: Colour) => `<polygon points="${points(list)}" fill="${fill}"/>`;

export const polyline = (list: readonly Point[], width: number, stroke: Colour) =>
  `<polyline points="${points(list)}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-linejoin="round" stroke-linecap="round"/>`;

export const line = (from: Point, to: Point, width: number, stroke: Colour) =>
  `<line x1="${n(from[0])}" y1="${n(from[1])}" x2="${n(to[0])}" y2="${n(to[1])}" stroke="${stroke}" stroke-width="${n(width)}"/>`;

export const path = (d: string, fill: Colour) => `<path d="${d}" fill="${fill}"/>`;

export const stroke = (d: string, width: number, colour: Colour, cap: 'round' | 'butt' = 'butt') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="${cap}"/>`;

export const turned = (content: string, degrees: number, x: number, y: number) =>
  `<g transform="rotate(${n(degrees)} ${n(x)} ${n(y)})">${content}</g>`;

export const moved = (content: string, x: number, y: number) =>
  `<g transform="translate(${n(x)} ${n(y)})">${content}</g>`;

/** A slice of a disc between two angles in degrees, clockwise from three o'clock. */
export function sector(x: number, y: number, radius: number, from: number, to: number, fill: Colour): string {
  const [start, end] = [pointAt(x, y, radius, from), pointAt(x, y, radius, to)];
  const large = to - from > 180 ? 1 : 0;
  return path(
    `M${n(x)} ${n(y)}L${n(start[0])} ${n(start[1])}A${n(radius)} ${n(radius)} 0 ${large} 1 ${n(end[0])} ${n(end[1])}Z`,
    fill,
  );
}

export function pointAt(x: number, y: number, radius: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
}

/** A star, a gear or (with equal radii) a regular polygon. */
export function starPoints(x: number, y: number, outer: number, inner: number, spikes: number, turn = -90): Point[] {
  return Array.from({ length: spikes * 2 }, (_, step) =>
    pointAt(x, y, step % 2 === 0 ? outer : inner, turn + (step * 180) / spikes),
  );
}

/** A smooth line through points, as the start of a path. */
export function smooth(list: readonly Point[]): string {
  const at = (position: number): Point => list[Math.min(list.length - 1, Math.max(0, position))] ?? [0, 0];
  let d = `M${n(at(0)[0])} ${n(at(0)[1])}`;
  for (let position = 0; position < list.length - 1; position++) {
    const [before, from, to, after] = [at(position - 1), at(position), at(position + 1), at(position + 2)];
    d += `C${n(from[0] + (to[0] - before[0]) / 6)} ${n(from[1] + (to[1] - before[1]) / 6)} ${n(to[0] - (after[0] - from[0]) / 6)} ${n(to[1] - (after[1] - from[1]) / 6)} ${n(to[0])} ${n(to[1])}`;
  }
  return d;
}

let lastGradient = 0;

/** Restarts the numbers that name gradients, so that equal drawings are equal bytes. */
export function startDrawing(): void {
  lastGradient = 0;
}

/** A shape filled with a linear gradient along an angle. */
export function gradient(from: Colour, to: Colour, degrees: number, shape: (fill: string) => string): string {
  const id = `g${++lastGradient}`;
  return `<linearGradient id="${id}" gradientTransform="rotate(${n(degrees)} .5 .5)"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>${shape(`url(#${id})`)}`;
}

/** A disc that fades from the colour at its centre to transparent at its edge. */
export function glow(x: number, y: number, radius: number, colour: Colour, strength = 1): string {
  const id = `g${++lastGradient}`;
  return `<radialGradient id="${id}"><stop stop-color="${colour}" stop-opacity="${strength}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>${circle(x, y, radius, `url(#${id})`)}`;
}

/** Shows only the part of the content that is inside the shape. */
export function clipped(content: string, shape: string): string {
  const id = `g${++lastGradient}`;
  return `<clipPath id="${id}">${shape}</clipPath><g clip-path="url(#${id})">${content}</g>`;
}
