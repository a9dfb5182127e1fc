import { hashOf } from '../hash.ts';
import { createBrush, type Motif } from './brush.ts';
import { rect, startDrawing } from './draw.ts';
import { type Family, families } from './families.ts';
import { hasLetters } from './fonts.ts';
import { type Drawn, HEIGHT, layouts, WIDTH } from './layouts.ts';
import { styles, titleParts } from './lettering.ts';
import { paletteOf } from './palette.ts';
import type { Picture } from './render.ts';
import type { ArtSubject } from './subject.ts';
import { themeOf } from './themes.ts';
import { shown, type TextStyle } from './typesetting.ts';

const pick = <T>(list: readonly T[], seed: number): T | undefined => list[seed % list.length];

const seedOf = (subject: ArtSubject, purpose: string) => hashOf(`${purpose} ${subject.mediaType} ${subject.id}`);

export function motifOf(subject: ArtSubject): { family: Family; name: string; motif: Motif } {
  const theme = themeOf(subject);
  const family: Family = families[theme.family];
  const names = theme.motifs?.filter((name) => family.motifs[name]) ?? [];
  const name = pick(names.length > 0 ? names : Object.keys(family.motifs), seedOf(subject, 'motif')) ?? '';
  return { family, name, motif: family.motifs[name] ?? (() => '') };
}

/** Faces whose letters would be too small in a long title. */
const wideFaces = new Set(['deco', 'slab', 'cut']);
const LONG = 24;

/** One of the family's ways of lettering, if its face knows all letters of the title; else one that knows most. */
function styleOf(subject: ArtSubject, family: Family): TextStyle {
  const style = styles[pick(family.styles, seedOf(subject, 'style')) ?? 'gothic'];
  const isTooLong = wideFaces.has(style.face) && titleParts(subject.title).main.length > LONG;
  return !isTooLong && hasLetters(style.face, shown(subject.title, style)) ? style : styles.gothic;
}

/** A finished poster, and where its letters stand. */
export type Poster = Picture & Drawn;

export function composePoster(subject: ArtSubject, isSmall = false): Poster {
  startDrawing();
  const p = paletteOf(subject);
  const { family, motif } = motifOf(subject);
  const layout = pick(family.layouts, seedOf(subject, 'layout')) ?? 'below';
  const style = styleOf(subject, family);
  const chance = createBrush(WIDTH, HEIGHT, p, seedOf(subject, 'chance'));
  const drawn = layouts[layout]({ subject, p, style, motif, seed: seedOf(subject, 'picture'), chance, isSmall });
  return { svg: rect(0, 0, WIDTH, HEIGHT, p.ground) + drawn.svg, width: WIDTH, height: HEIGHT, boxes: drawn.boxes };
}

/** The picture is composed on a stage wider than what is shown, so that its middle leaves room for words at the left. */
const OFFSTAGE = 400;

/** The poster's picture alone, as wide as a screen. */
export function composeBackdrop(subject: ArtSubject): Picture {
  startDrawing();
  const p = paletteOf(subject);
  const [width, height] = [1280, 720];
  const svg = motifOf(subject).motif(createBrush(width + OFFSTAGE, height, p, seedOf(subject, 'picture')));
  return { svg: rect(0, 0, width, height, p.ground) + svg, width, height };
}
