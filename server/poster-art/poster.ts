import { createBrush, type Motif } from './brush.ts';
import { paletteOf } from './colour/palette.ts';
import { rect, startDrawing } from './draw.ts';
import { hashOf } from './hash.ts';
import { type Drawn, HEIGHT, layouts, WIDTH } from './layouts.ts';
import type { Picture } from './render.ts';
import type { ArtSubject } from './subject.ts';
import { familyOf, motifsFor } from './themes/choices.ts';
import type { Family } from './themes/families.ts';
import { hasLetters } from './type/fonts.ts';
import { shown, styles, type TextStyle, titleParts } from './type/lettering.ts';

const pick = <T>(list: readonly T[], seed: number): T | undefined => list[seed % list.length];

const seedOf = (subject: ArtSubject, purpose: string) => hashOf(`${purpose} ${subject.mediaType} ${subject.id}`);

/** The motif that the subject names if it fits, else the title's own. */
function motifOf(subject: ArtSubject): { family: Family; name: string; motif: Motif } {
  const family = familyOf(subject);
  const names = motifsFor(subject);
  const name = names.find((one) => one === subject.motif) ?? names[0] ?? '';
  return { family, name, motif: family.motifs[name] ?? (() => '') };
}

/** Fonts whose letters would be too small in a long title. */
const wideFaces = new Set(['deco', 'slab', 'cut']);
const LONG = 24;

/** A lettering style of the family if its font has all letters of the title, else the style with the most letters. */
function styleOf(subject: ArtSubject, family: Family): TextStyle {
  const style = styles[pick(family.styles, seedOf(subject, 'style')) ?? 'gothic'];
  const isTooLong = wideFaces.has(style.face) && titleParts(subject.title).main.length > LONG;
  return !isTooLong && hasLetters(style.face, shown(subject.title, style)) ? style : styles.gothic;
}

/** A composed poster with the boxes of its text and the name of its motif. */
export type Poster = Picture & Drawn & { motif: string };

export function composePoster(subject: ArtSubject, isSmall = false): Poster {
  startDrawing();
  return drawPoster(subject, isSmall);
}

/** A poster as a part of a larger drawing, which has called startDrawing. */
export function drawPoster(subject: ArtSubject, isSmall = false): Poster {
  const p = paletteOf(subject);
  const { family, name, motif } = motifOf(subject);
  const layout = pick(family.layouts, seedOf(subject, 'layout')) ?? 'below';
  const style = styleOf(subject, family);
  const chance = createBrush(WIDTH, HEIGHT, p, seedOf(subject, 'chance'));
  const drawn = layouts[layout]({ subject, p, style, motif, seed: seedOf(subject, 'picture'), chance, isSmall });
  const svg = rect(0, 0, WIDTH, HEIGHT, p.ground) + drawn.svg;
  return { svg, width: WIDTH, height: HEIGHT, boxes: drawn.boxes, motif: name };
}

/** Backdrops show the left part of a wider drawing: its centre is right of the middle, which leaves room for text. */
const OFFSTAGE = 400;

/** The picture of the poster without text, in the shape of a screen. */
export function composeBackdrop(subject: ArtSubject): Picture {
  startDrawing();
  const p = paletteOf(subject);
  const [width, height] = [1280, 720];
  const svg = motifOf(subject).motif(createBrush(width + OFFSTAGE, height, p, seedOf(subject, 'picture')));
  return { svg: rect(0, 0, width, height, p.ground) + svg, width, height };
}
