import { type Brush, createBrush, type Motif } from './brush.ts';
import { contrast, mix } from './colour/colour.ts';
import type { Palette } from './colour/palettes.ts';
import { circle, clipped, gradient, moved, n, path, rect } from './draw.ts';
import type { ArtSubject } from './subject.ts';
import { type Align, type Box, creditHeight, drawCredit, setTitle, type TextStyle } from './type/lettering.ts';

export const WIDTH = 500;
export const HEIGHT = 750;
const MARGIN = 34;
const MEASURE = WIDTH - 2 * MARGIN;

interface Sheet {
  subject: ArtSubject;
  p: Palette;
  style: TextStyle;
  motif: Motif;
  seed: number;
  /** Random numbers for the layout, apart from those of the picture, which stays the same in every layout. */
  chance: Brush;
  /** For very small posters: no small print, larger letters. */
  isSmall: boolean;
}

export interface Drawn {
  svg: string;
  /** The boxes of the text, to check that it stays on the poster. */
  boxes: Box[];
}

type Layout = (sheet: Sheet) => Drawn;

function stage(sheet: Sheet, x: number, y: number, w: number, h: number, p = sheet.p): string {
  const picture = sheet.motif(createBrush(w, h, p, sheet.seed));
  return moved(clipped(picture, rect(0, 0, w, h, '#000')), x, y);
}

/** The accent colour where it is readable on the ground, else the ink. */
const accentOf = ({ p }: Sheet) =>
  contrast(p.c, p.ground) >= 3.2 ? p.c : contrast(p.a, p.ground) >= 3.2 ? p.a : p.ink;

const largest = (sheet: Sheet, most: number) => (sheet.isSmall ? most * 1.15 : most);

function title(sheet: Sheet, width: number, height: number, maxSize: number, maxLines: number, isJustified = false) {
  return setTitle(
    sheet.subject.title,
    sheet.style,
    { width, height, maxSize: largest(sheet, maxSize), maxLines },
    isJustified,
  );
}

function credit(sheet: Sheet, x: number, y: number, width: number, align: Align): Drawn {
  return sheet.isSmall
    ? { svg: '', boxes: [] }
    : drawCredit(sheet.subject, x, y, width, align, mix(sheet.p.ground, sheet.p.ink, 0.86));
}

const together = (...parts: Drawn[]): Drawn => ({
  svg: parts.map((part) => part.svg).join(''),
  boxes: parts.flatMap((part) => part.boxes),
});

const picture = (svg: string): Drawn => ({ svg, boxes: [] });

/** Picture above, title below, both from edge to edge. */
const below: Layout = (sheet) => {
  const align: Align = sheet.chance.chance(0.75) ? 'left' : 'centre';
  const block = title(sheet, MEASURE, 250, 172, 4);
  const foot = HEIGHT - MARGIN;
  const creditTop = foot - creditHeight();
  const top = (sheet.isSmall ? foot : creditTop - 24) - block.height;
  return together(
    picture(stage(sheet, 0, 0, WIDTH, top - 30)),
    block.draw(MARGIN, top, align, sheet.p.ink, accentOf(sheet)),
    credit(sheet, MARGIN, creditTop, MEASURE, align),
  );
};

/** Title at the top, picture down to the bottom edge. */
const above: Layout = (sheet) => {
  const align: Align = sheet.chance.chance(0.75) ? 'left' : 'centre';
  const block = title(sheet, MEASURE, 250, 172, 4);
  const top = MARGIN + 4;
  const creditTop = top + block.height + 24;
  const start = (sheet.isSmall ? top + block.height : creditTop + creditHeight()) + 30;
  return together(
    block.draw(MARGIN, top, align, sheet.p.ink, accentOf(sheet)),
    credit(sheet, MARGIN, creditTop, MEASURE, align),
    picture(stage(sheet, 0, start, WIDTH, HEIGHT - start)),
  );
};

/** The picture inside a wide margin, like a framed print. */
const framed: Layout = (sheet) => {
  const align: Align = sheet.chance.chance(0.5) ? 'left' : 'centre';
  const block = title(sheet, MEASURE, 190, 128, 3);
  const foot = HEIGHT - MARGIN;
  const creditTop = foot - creditHeight();
  const top = (sheet.isSmall ? foot : creditTop - 22) - block.height;
  const tone = mix(sheet.p.ground, sheet.p.b, 0.22);
  const height = top - 28 - MARGIN;
  return together(
    picture(
      rect(MARGIN, MARGIN, MEASURE, height, tone) +
        stage(sheet, MARGIN, MARGIN, MEASURE, height, { ...sheet.p, ground: tone }),
    ),
    block.draw(MARGIN, top, align, sheet.p.ink, accentOf(sheet)),
    credit(sheet, MARGIN, creditTop, MEASURE, align),
  );
};

/** The picture fills the poster and fades into the ground under the title. */
const fade: Layout = (sheet) => {
  const align: Align = sheet.chance.chance(0.4) ? 'left' : 'centre';
  const block = title(sheet, MEASURE, 230, 160, 4);
  const foot = HEIGHT - MARGIN;
  const creditTop = foot - creditHeight();
  const top = (sheet.isSmall ? foot : creditTop - 24) - block.height;
  const clear = `${sheet.p.ground}00`;
  return together(
    picture(
      stage(sheet, 0, 0, WIDTH, Math.min(HEIGHT, top + 90)) +
        gradient(clear, sheet.p.ground, 90, (fill) => rect(0, top - 130, WIDTH, 132, fill)) +
        rect(0, top, WIDTH, HEIGHT - top, sheet.p.ground),
    ),
    block.draw(MARGIN, top, align, sheet.p.ink, accentOf(sheet)),
    credit(sheet, MARGIN, creditTop, MEASURE, align),
  );
};

/** The title in a band across the poster, with the picture above it and plain colour below. */
const wrapped: Layout = (sheet) => {
  const block = title(sheet, MEASURE, 270, 180, 4);
  const small = sheet.isSmall ? 0 : creditHeight() + 24;
  const height = block.height + small + 64;
  const foot = sheet.chance.pick([72, 100, 128]);
  const top = HEIGHT - foot - height;
  const { ground, a, b } = sheet.p;
  return together(
    picture(stage(sheet, 0, 0, WIDTH, top) + rect(0, top + height, WIDTH, foot, contrast(a, ground) > 1.6 ? a : b)),
    block.draw(MARGIN, top + 32, 'centre', sheet.p.ink, accentOf(sheet)),
    credit(sheet, MARGIN, top + 32 + block.height + 24, MEASURE, 'centre'),
  );
};

/** Every line of the title as wide as the poster, the picture in the rest. */
const stack: Layout = (sheet) => {
  const isLow = sheet.chance.chance(0.5);
  const block = title(sheet, MEASURE, 390, 420, 5, true);
  if (isLow) {
    const foot = HEIGHT - MARGIN;
    const creditTop = foot - creditHeight();
    const top = (sheet.isSmall ? foot : creditTop - 26) - block.height;
    return together(
      picture(stage(sheet, 0, 0, WIDTH, top - 30)),
      block.draw(MARGIN, top, 'left', sheet.p.ink, accentOf(sheet)),
      credit(sheet, MARGIN, creditTop, MEASURE, 'left'),
    );
  }
  const top = MARGIN + 4;
  const creditTop = top + block.height + 26;
  const start = (sheet.isSmall ? top + block.height : creditTop + creditHeight()) + 30;
  return together(
    block.draw(MARGIN, top, 'left', sheet.p.ink, accentOf(sheet)),
    credit(sheet, MARGIN, creditTop, MEASURE, 'left'),
    picture(stage(sheet, 0, start, WIDTH, HEIGHT - start)),
  );
};

/** The title runs upwards in a band at one side. */
const band: Layout = (sheet) => {
  const isLeft = sheet.chance.chance(0.6);
  const wide = 142;
  const length = HEIGHT - 2 * MARGIN;
  const block = title(sheet, length, wide - 52, 150, 2);
  const x = isLeft ? 0 : WIDTH - wide;
  const isPlain = sheet.chance.chance(0.5) || contrast(sheet.p.a, sheet.p.ground) < 2;
  const paper = isPlain ? sheet.p.ground : sheet.p.a;
  const ink = isPlain
    ? sheet.p.ink
    : contrast(sheet.p.ground, sheet.p.a) > contrast(sheet.p.ink, sheet.p.a)
      ? sheet.p.ground
      : sheet.p.ink;
  const text = block.draw(0, (wide - block.height) / 2, 'left', ink, ink);
  const svg = `<g transform="translate(${n(x)} ${n(HEIGHT - MARGIN)}) rotate(-90)">${text.svg}</g>`;
  const boxes = text.boxes.map((box) => ({
    x: x + box.y,
    y: HEIGHT - MARGIN - box.x - box.width,
    width: box.height,
    height: box.width,
  }));
  const stageX = isLeft ? wide : 0;
  const space = WIDTH - wide;
  const creditTop = HEIGHT - MARGIN - creditHeight();
  const stageHeight = sheet.isSmall ? HEIGHT : creditTop - 26;
  return together(
    picture(stage(sheet, stageX, 0, space, stageHeight) + rect(x, 0, wide, HEIGHT, paper)),
    { svg, boxes },
    credit(sheet, stageX + 24, creditTop, space - 24 - (isLeft ? MARGIN : 24), 'left'),
  );
};

/** The picture seen through a window in the shape of a disc, an arch or a drop. */
const cutout: Layout = (sheet) => {
  const block = title(sheet, MEASURE, 190, 124, 3);
  const foot = HEIGHT - MARGIN;
  const creditTop = foot - creditHeight();
  const top = (sheet.isSmall ? foot : creditTop - 22) - block.height;
  const height = top - 34 - MARGIN;
  const tone = mix(sheet.p.ground, sheet.p.b, 0.3);
  const side = Math.min(MEASURE, height);
  const [x, y] = [WIDTH / 2, MARGIN + height / 2];
  const half = Math.min(MEASURE, height * 0.72) / 2;
  const shape = sheet.chance.pick([
    circle(x, y, side / 2, '#000'),
    path(
      `M${n(x - half)} ${n(MARGIN + height)}V${n(MARGIN + half)}A${n(half)} ${n(half)} 0 0 1 ${n(x + half)} ${n(MARGIN + half)}V${n(MARGIN + height)}Z`,
      '#000',
    ),
    `<rect x="${n(x - half)}" y="${MARGIN}" width="${n(half * 2)}" height="${n(height)}" rx="${n(half)}"/>`,
  ]);
  return together(
    picture(
      clipped(
        rect(0, 0, WIDTH, HEIGHT, tone) +
          stage(sheet, x - side / 2, MARGIN, side, height, { ...sheet.p, ground: tone }),
        shape,
      ),
    ),
    block.draw(MARGIN, top, 'centre', sheet.p.ink, accentOf(sheet)),
    credit(sheet, MARGIN, creditTop, MEASURE, 'centre'),
  );
};

/** Swiss style: small print between thin lines, then the title, then the picture. */
const swiss: Layout = (sheet) => {
  const block = title(sheet, MEASURE, 210, 132, 4);
  const isLow = sheet.chance.chance(0.5);
  const rule = (y: number) => rect(MARGIN, y, MEASURE, 3, sheet.p.ink);
  if (isLow) {
    const foot = HEIGHT - MARGIN;
    const top = foot - block.height;
    const creditTop = top - 32 - creditHeight();
    const ruleTop = sheet.isSmall ? top - 26 : creditTop - 20;
    return together(
      picture(stage(sheet, 0, 0, WIDTH, ruleTop - 26) + rule(ruleTop)),
      credit(sheet, MARGIN, creditTop, MEASURE, 'left'),
      block.draw(MARGIN, top, 'left', sheet.p.ink, accentOf(sheet)),
    );
  }
  const creditTop = MARGIN + 20;
  const top = sheet.isSmall ? MARGIN + 24 : creditTop + creditHeight() + 34;
  const start = top + block.height + 34;
  return together(
    picture(rule(MARGIN)),
    credit(sheet, MARGIN, creditTop, MEASURE, 'left'),
    block.draw(MARGIN, top, 'left', sheet.p.ink, accentOf(sheet)),
    picture(stage(sheet, MARGIN, start, MEASURE, HEIGHT - start - MARGIN)),
  );
};

export const layouts = { below, above, framed, fade, wrapped, stack, band, cutout, swiss };

export type LayoutName = keyof typeof layouts;
