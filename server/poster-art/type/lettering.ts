import type { Colour } from '../colour/colour.ts';
import type { ArtSubject } from '../subject.ts';
import {
  type Align,
  type Box,
  capsAt,
  drawLine,
  drawText,
  lineWidth,
  type Measure,
  type SetText,
  setJustified,
  setText,
  shown,
  type TextStyle,
} from './typesetting.ts';

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

export interface TitleBlock {
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
