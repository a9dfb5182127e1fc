import type { Colour } from '../colour/colour.ts';
import { n } from '../draw.ts';
import type { ArtSubject } from '../subject.ts';
import { capHeight, type FaceName, kerning, letterShape } from './fonts.ts';

export interface TextStyle {
  face: FaceName;
  /** Extra space between letters, in thousandths of the size. */
  tracking: number;
  /** From baseline to baseline, as a multiple of the capitals' height. */
  leading: number;
  isUpperCase: boolean;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Align = 'left' | 'centre' | 'right';

/** Lines set in one size; `height` runs from the top of the first capitals to the last baseline. */
interface SetText {
  style: TextStyle;
  lines: string[];
  /** One for each line: lines of one block may differ when each fills the measure. */
  sizes: number[];
  widths: number[];
  height: number;
  /** How far letters such as g and p hang below the last baseline. */
  descent: number;
}

export const shown = (text: string, style: TextStyle) => (style.isUpperCase ? text.toUpperCase() : text);

/** The width of a line at size 1. */
export function lineWidth(text: string, style: TextStyle): number {
  const letters = [...text];
  let width = 0;
  for (const [position, letter] of letters.entries()) {
    width += letterShape(style.face, letter)?.advance ?? 0;
    const next = letters[position + 1];
    if (next !== undefined) width += kerning(style.face, letter, next) + style.tracking;
  }
  return width / 1000;
}

export const capsAt = (style: TextStyle, size: number) => (capHeight(style.face) / 1000) * size;

/** Breaks words into that many lines so that the longest line is as short as possible; returns [from, to] for each line. */
function breakLines(widths: number[], space: number, count: number): number[][] {
  const words = widths.length;
  const widthOf = (from: number, to: number) =>
    widths.slice(from, to).reduce((sum, width) => sum + width, 0) + space * Math.max(0, to - from - 1);
  // best[lines][end]: how long the longest line is, how uneven the lines are, and where the last one starts.
  let best = Array.from({ length: words + 1 }, (_, end) => ({
    longest: widthOf(0, end),
    uneven: widthOf(0, end) ** 2,
    starts: [0],
  }));
  for (let lines = 2; lines <= count; lines++) {
    best = best.map((_, end) => {
      let chosen = { longest: Number.POSITIVE_INFINITY, uneven: Number.POSITIVE_INFINITY, starts: [0] };
      for (let start = lines - 1; start < end; start++) {
        const before = best[start];
        if (!before) continue;
        const width = widthOf(start, end);
        const longest = Math.max(before.longest, width);
        const uneven = before.uneven + width ** 2;
        if (longest < chosen.longest - 0.001 || (longest < chosen.longest + 0.001 && uneven < chosen.uneven)) {
          chosen = { longest, uneven, starts: [...before.starts, start] };
        }
      }
      return chosen;
    });
  }
  const starts = best[words]?.starts ?? [0];
  return starts.map((start, line) => [start, starts[line + 1] ?? words]);
}

/** Keeps numbers and single letters with the word before them, so that no line is just '2'. */
function wordsToBreak(text: string): string[] {
  const words: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const before = words.pop();
    if (before === undefined) words.push(word);
    else if (/^(?:\d{1,2}|[IVX]{1,4}|[A-Z])$/.test(word)) words.push(`${before} ${word}`);
    else words.push(before, word);
  }
  return words;
}

/** The descent of the last line at size 1. */
function descentOf(style: TextStyle, lines: readonly string[]): number {
  const descents = [...(lines.at(-1) ?? '')].map((letter) => -(letterShape(style.face, letter)?.bottom ?? 0));
  return Math.max(0, ...descents) / 1000;
}

interface Measure {
  width: number;
  height: number;
  /** No larger than this, however short the text is. */
  maxSize: number;
  maxLines: number;
}

/** Breaks a text into balanced lines and sets it as large as the measure allows. */
export function setText(text: string, style: TextStyle, measure: Measure): SetText {
  const words = wordsToBreak(shown(text, style));
  const widths = words.map((word) => lineWidth(word, style));
  const space = lineWidth('\u0020', style) + style.tracking / 500;
  let chosen: SetText | undefined;
  for (let count = 1; count <= Math.min(words.length, measure.maxLines); count++) {
    const lines = breakLines(widths, space, count).map(([from, to]) => words.slice(from, to).join(' '));
    const widest = Math.max(...lines.map((line) => lineWidth(line, style)));
    const caps = capHeight(style.face) / 1000;
    const tall = caps * (1 + (count - 1) * style.leading);
    const size = Math.min(measure.width / widest, measure.height / tall, measure.maxSize);
    // One more line must make the letters clearly larger.
    if (!chosen || size > (chosen.sizes[0] ?? 0) * 1.12) {
      chosen = {
        style,
        lines,
        sizes: lines.map(() => size),
        widths: lines.map((line) => lineWidth(line, style) * size),
        height: tall * size,
        descent: descentOf(style, lines) * size,
      };
    }
  }
  return chosen ?? { style, lines: [], sizes: [], widths: [], height: 0, descent: 0 };
}

const littleWords = /^(?:(?:the|an?|of|and|to|in|on|for|or|&|is|at)\s?)+$/i;

/** Sets every line as wide as the measure; the largest line is at most `maxRatio` times the smallest. */
function setJustified(text: string, style: TextStyle, measure: Measure, maxRatio = 2.6): SetText {
  const words = wordsToBreak(shown(text, style));
  const widths = words.map((word) => lineWidth(word, style));
  const space = lineWidth(' ', style) + style.tracking / 500;
  const caps = capHeight(style.face) / 1000;
  const gap = (style.leading - 1) * 0.9;
  let chosen: SetText | undefined;
  for (let count = 1; count <= Math.min(words.length, measure.maxLines); count++) {
    const lines = breakLines(widths, space, count).map(([from, to]) => words.slice(from, to).join(' '));
    const natural = lines.map((line) => measure.width / lineWidth(line, style));
    const smallest = Math.min(...natural);
    // 'THE' may have its own line, but not in larger letters than the name.
    let sizes = natural.map((size, line) =>
      Math.min(size, smallest * (littleWords.test(lines[line] ?? '') ? 1 : maxRatio), measure.maxSize),
    );
    const tallOf = (list: number[]) =>
      list.reduce((sum, size, line) => sum + caps * size * (line === 0 ? 1 : 1 + gap), 0);
    const over = tallOf(sizes) / measure.height;
    if (over > 1) sizes = sizes.map((size) => size / over);
    const height = tallOf(sizes);
    if (!chosen || height * Math.min(...sizes) > chosen.height * Math.min(...chosen.sizes) * 1.15) {
      chosen = {
        style,
        lines,
        sizes,
        widths: lines.map((line, at) => lineWidth(line, style) * (sizes[at] ?? 0)),
        height,
        descent: descentOf(style, lines) * (sizes.at(-1) ?? 0),
      };
    }
  }
  return chosen ?? { style, lines: [], sizes: [], widths: [], height: 0, descent: 0 };
}

/** Draws one line with its baseline at y. */
export function drawLine(text: string, style: TextStyle, size: number, x: number, y: number, fill: Colour): string {
  const letters = [...text];
  let at = 0;
  let d = '';
  for (const [position, letter] of letters.entries()) {
    const shape = letterShape(style.face, letter);
    if (shape?.d) d += `<path transform="translate(${n(at)} 0)" d="${shape.d}"/>`;
    at += shape?.advance ?? 0;
    const next = letters[position + 1];
    if (next !== undefined) at += kerning(style.face, letter, next) + style.tracking;
  }
  return `<g fill="${fill}" transform="translate(${n(x)} ${n(y)}) scale(${(size / 1000).toFixed(4)})">${d}</g>`;
}

/** Draws all lines, with the top of the first capitals at y. */
export function drawText(set: SetText, x: number, y: number, width: number, align: Align, fill: Colour): string {
  let baseline = y;
  let svg = '';
  for (const [position, text] of set.lines.entries()) {
    const size = set.sizes[position] ?? 0;
    const caps = capsAt(set.style, size);
    const isEven = set.sizes.every((other) => other === set.sizes[0]);
    const step = isEven ? caps * set.style.leading : caps * (1 + (set.style.leading - 1) * 0.9);
    baseline += position === 0 ? caps : step;
    const free = width - (set.widths[position] ?? 0);
    const left = align === 'left' ? x : align === 'right' ? x + free : x + free / 2;
    svg += drawLine(text, set.style, size, left, baseline, fill);
  }
  return svg;
}

export const styles = {
  anton: { face: 'anton', tracking: 4, leading: 1.17, isUpperCase: true },
  gothic: { face: 'gothic', tracking: 8, leading: 1.16, isUpperCase: true },
  shoulders: { face: 'shoulders', tracking: 4, leading: 1.18, isUpperCase: true },
  serif: { face: 'serif', tracking: -12, leading: 1.42, isUpperCase: false },
  cut: { face: 'cut', tracking: 6, leading: 1.2, isUpperCase: true },
  deco: { face: 'deco', tracking: 10, leading: 1.3, isUpperCase: true },
  slab: { face: 'slab', tracking: 4, leading: 1.2, isUpperCase: true },
  text: { face: 'text', tracking: 70, leading: 1.5, isUpperCase: true },
} satisfies Record<string, TextStyle>;

export type StyleName = keyof typeof styles;

/** Splits a long title such as 'Star Wars: Episode V - The Empire Strikes Back' into a name and a subtitle. */
export function titleParts(title: string): { main: string; sub: string } {
  if (title.length > 16) {
    const cut = /^(.{3,}?)(?::\s+|\s+[-–]\s+|\s+(?=\()|\s+(?=or:?\s))(.+)$/.exec(title);
    if (cut?.[1] && cut[2]) {
      // 'Mission: Impossible - Fallout' is split at the dash, because 'Mission' is only half of the name.
      const later = /^(.+?)\s+[-–]\s+(.+)$/.exec(title);
      if (later?.[1] && later[2] && !/\s/.test(cut[1]) && later[1].length < 24)
        return { main: later[1], sub: later[2] };
      return { main: cut[1], sub: cut[2] };
    }
  }
  return { main: title, sub: '' };
}

interface TitleBlock {
  height: number;
  width: number;
  draw(x: number, y: number, align: Align, ink: Colour, accent: Colour): { svg: string; boxes: Box[] };
}

function boxesOf(set: SetText, x: number, y: number, width: number, align: Align): Box[] {
  const widest = Math.max(0, ...set.widths);
  const left = align === 'left' ? x : align === 'right' ? x + width - widest : x + (width - widest) / 2;
  return set.lines.length > 0 ? [{ x: left, y, width: widest, height: set.height }] : [];
}

/** Sets the title as large as the measure allows, with its subtitle smaller below it. */
export function setTitle(title: string, style: TextStyle, measure: Measure, isJustified = false): TitleBlock {
  const { main, sub } = titleParts(title);
  const set = isJustified ? setJustified : setText;
  const subStyle: TextStyle = { ...style, tracking: style.tracking + 14, leading: style.leading * 1.04 };
  const mainSet = set(main, style, { ...measure, height: measure.height * (sub ? 0.7 : 1) });
  const mainSize = Math.min(...mainSet.sizes);
  const subSet = setText(sub, subStyle, {
    width: measure.width,
    height: measure.height * 0.3,
    maxSize: Math.max(mainSize * 0.52, Math.min(mainSize, 34)),
    maxLines: 3,
  });
  const gap = sub ? Math.max(14, capsAt(style, mainSize) * 0.26) + mainSet.descent * 0.7 : 0;
  return {
    height: mainSet.height + gap + subSet.height + (sub ? subSet : mainSet).descent * 0.8,
    width: measure.width,
    draw(x, y, align, ink, accent) {
      const subTop = y + mainSet.height + gap;
      return {
        svg:
          drawText(mainSet, x, y, measure.width, align, ink) +
          drawText(subSet, x, subTop, measure.width, align, accent),
        boxes: [...boxesOf(mainSet, x, y, measure.width, align), ...boxesOf(subSet, x, subTop, measure.width, align)],
      };
    },
  };
}

const CREDIT = 19;

function fittedCredit(text: string, size: number, width: number): { text: string; size: number; width: number } {
  const set = shown(text, styles.text);
  const natural = lineWidth(set, styles.text);
  const fitted = Math.min(size, width / natural);
  return { text: set, size: fitted, width: natural * fitted };
}

/** A function, so that fonts load with the first drawing and not with this file. */
export const creditHeight = () => capsAt(styles.text, CREDIT);

/** The small print: maker and year. `y` is the top of the capitals. */
export function drawCredit(
  subject: ArtSubject,
  x: number,
  y: number,
  width: number,
  align: Align,
  ink: Colour,
): { svg: string; boxes: Box[] } {
  const year = String(subject.year);
  const baseline = y + creditHeight();
  if (align === 'left' && subject.maker) {
    const date = fittedCredit(year, CREDIT, width);
    const maker = fittedCredit(subject.maker, CREDIT, width - date.width - 24);
    const right = x + width - date.width;
    return {
      svg:
        drawLine(maker.text, styles.text, maker.size, x, baseline, ink) +
        drawLine(date.text, styles.text, date.size, right, baseline, ink),
      boxes: [
        { x, y, width: maker.width, height: creditHeight() },
        { x: right, y, width: date.width, height: creditHeight() },
      ],
    };
  }
  const both = fittedCredit(subject.maker ? `${subject.maker}  ·  ${year}` : year, CREDIT, width);
  const left = align === 'left' ? x : align === 'right' ? x + width - both.width : x + (width - both.width) / 2;
  return {
    svg: drawLine(both.text, styles.text, both.size, left, baseline, ink),
    boxes: [{ x: left, y, width: both.width, height: creditHeight() }],
  };
}
