import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as OpenType from 'opentype.js';
import type { Font, Glyph, PathCommand } from 'opentype.js';

/** The fonts for titles; `text` is for small print and for letters that another font lacks. */
const packages = {
  anton: { name: 'anton', weight: 400 },
  gothic: { name: 'league-gothic', weight: 400 },
  shoulders: { name: 'big-shoulders-display', weight: 800 },
  serif: { name: 'instrument-serif', weight: 400 },
  cut: { name: 'londrina-solid', weight: 900 },
  deco: { name: 'limelight', weight: 400 },
  slab: { name: 'alfa-slab-one', weight: 400 },
  text: { name: 'barlow-condensed', weight: 600 },
};

export type FaceName = keyof typeof packages;

const require = createRequire(import.meta.url);

/** Loaded with the first letter, because the package is slow to load. */
let reader: typeof OpenType | undefined;

interface Outline {
  /** The shape as a path in font units, y upwards. */
  d: string;
  advance: number;
  top: number;
  bottom: number;
  left: number;
  right: number;
}

interface Face {
  font: Font;
  extended: Font | null;
  /** Letters read so far; null for letters that the font does not have. */
  outlines: Map<string, Outline | null>;
  kerning: Map<string, number>;
}

const faces = new Map<FaceName, Face>();

function readFont(face: FaceName, subset: string): Font {
  const { name, weight } = packages[face];
  const file = require.resolve(`@fontsource/${name}/files/${name}-${subset}-${weight}-normal.woff`);
  const bytes = readFileSync(file);
  reader ??= require('opentype.js') as typeof OpenType;
  return reader.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** Reads a font when it is first used, which takes a few milliseconds. */
function loadFace(name: FaceName): Face {
  let face = faces.get(name);
  if (!face) {
    face = { font: readFont(name, 'latin'), extended: null, outlines: new Map(), kerning: new Map() };
    faces.set(name, face);
  }
  return face;
}

function glyphIn(font: Font, letter: string): Glyph | null {
  const glyph = font.charToGlyph(letter);
  return glyph.index > 0 ? glyph : null;
}

/** Written here because the package's own writer loses the space before a negative zero. */
function pathData(command: PathCommand): string {
  const at = (...values: number[]) => values.map((value) => Math.round(value) + 0).join(' ');
  switch (command.type) {
    case 'M':
    case 'L':
      return `${command.type}${at(command.x, command.y)}`;
    case 'Q':
      return `Q${at(command.x1, command.y1, command.x, command.y)}`;
    case 'C':
      return `C${at(command.x1, command.y1, command.x2, command.y2, command.x, command.y)}`;
    default:
      return 'Z';
  }
}

function readOutline(name: FaceName, face: Face, letter: string): Outline | null {
  let glyph = glyphIn(face.font, letter);
  let font = face.font;
  if (!glyph && letter > '\u00ff') {
    try {
      face.extended ??= readFont(name, 'latin-ext');
    } catch {
      // This font has no file for extended Latin.
      face.extended = face.font;
    }
    glyph = glyphIn(face.extended, letter);
    font = face.extended;
  }
  if (!glyph) return null;
  const scale = 1000 / font.unitsPerEm;
  const shape = glyph.getPath(0, 0, 1000);
  const box = shape.getBoundingBox();
  return {
    d: shape.commands.map(pathData).join(''),
    advance: (glyph.advanceWidth ?? 0) * scale,
    top: -box.y1,
    bottom: -box.y2,
    left: box.x1,
    right: box.x2,
  };
}

function ownOutline(name: FaceName, letter: string): Outline | null {
  const face = loadFace(name);
  let outline = face.outlines.get(letter);
  if (outline === undefined) {
    outline = readOutline(name, face, letter);
    face.outlines.set(letter, outline);
  }
  return outline;
}

/** A letter's shape in units of 1/1000 em: from the font, else from the font `text`, else without its accent. */
export function letterShape(name: FaceName, letter: string): Outline | null {
  const own = ownOutline(name, letter) ?? ownOutline('text', letter);
  if (own || letter < '\u0080') return own;
  const plain = letter
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .charAt(0);
  return ownOutline(name, plain);
}

/** Whether a font has all letters of a text. */
export function hasLetters(name: FaceName, text: string): boolean {
  return [...text].every((letter) => /\s/.test(letter) || ownOutline(name, letter) !== null);
}

/** The kerning of two letters in units of 1/1000 em. */
export function kerning(name: FaceName, left: string, right: string): number {
  const face = loadFace(name);
  const pair = left + right;
  let closer = face.kerning.get(pair);
  if (closer === undefined) {
    const [a, b] = [glyphIn(face.font, left), glyphIn(face.font, right)];
    closer = a && b ? (face.font.getKerningValue(a, b) * 1000) / face.font.unitsPerEm : 0;
    face.kerning.set(pair, closer);
  }
  return closer;
}

/** The height of a capital letter in units of 1/1000 em. */
export function capHeight(name: FaceName): number {
  return letterShape(name, 'H')?.top ?? 700;
}
