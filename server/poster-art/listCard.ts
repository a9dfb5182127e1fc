import { circle, clipped, glow, moved, n, path, rect, startDrawing } from './draw.ts';
import { drawPoster } from './poster.ts';
import type { Picture } from './render.ts';
import type { ArtSubject } from './subject.ts';
import { letterShape } from './type/fonts.ts';
import { capsAt, drawLine, drawText, lineWidth, setText, shown, styles, type TextStyle } from './type/lettering.ts';

/** What the picture of a list in the preview of a link shows. */
export interface ListCard {
  heading: string;
  /** Small, below the heading. */
  line: string;
  /** The first titles. Without any, the posters are blank. */
  titles: readonly ArtSubject[];
}

const [WIDTH, HEIGHT] = [1200, 630];
const [CANVAS, RAISED, INK, DIM, AMBER, ON_AMBER] = ['#0f0e11', '#1b1a1f', '#f4f1ea', '#a7a2ad', '#ffb84d', '#1a1204'];
const MARGIN = 64;
const TEXT_WIDTH = 520;
const LINE_SIZE = 34;
const NAME_STYLE: TextStyle = styles.gothic;

const POSTER_WIDTH = 218;
const POSTER_HEIGHT = POSTER_WIDTH * 1.5;
const GAP = 18;
/** The wall of posters: three columns of three, more than fits into the picture. */
const COLUMNS = [-150, 20, -210];
const ROWS = 3;

/** The sign of the logo, 32 units wide. */
const SIGN = 'M2 9.5A3.5 3.5 0 0 1 5.5 6h21A3.5 3.5 0 0 1 30 9.5v9.8L27.6 27 16 22.6 4.4 27 2 19.3z';
const LETTER = 'M8.5 19.5v-9l7.5 6.3 7.5-6.3v9';

/** A list as a picture of 1200 × 630 for the previews of links: its name, a line of facts, and its posters. */
export function composeListCard({ heading, line, titles }: ListCard): Picture {
  startDrawing();
  const svg = [
    rect(0, 0, WIDTH, HEIGHT, CANVAS),
    glow(140, 60, 620, AMBER, 0.16),
    wallOf(titles),
    logo(MARGIN, MARGIN),
    words(written(heading) || 'Watchlist', written(line)),
  ].join('');
  return { svg, width: WIDTH, height: HEIGHT };
}

/** Posters in slanted columns. Few titles come round again. */
function wallOf(titles: readonly ArtSubject[]): string {
  const drawn = titles.map(drawInCell);
  const columns = COLUMNS.map((top, column) => {
    const cells = Array.from({ length: ROWS }, (_, row) => {
      const poster = drawn[(column + row * COLUMNS.length) % Math.max(1, drawn.length)] ?? blank();
      return moved(poster, 0, row * (POSTER_HEIGHT + GAP));
    });
    return moved(cells.join(''), column * (POSTER_WIDTH + GAP), top);
  });
  return `<g transform="translate(640 0) rotate(7 280 315)">${columns.join('')}</g>`;
}

const cornered = (content: string) =>
  clipped(content, `<rect width="${POSTER_WIDTH}" height="${POSTER_HEIGHT}" rx="14"/>`);

const blank = () => cornered(rect(0, 0, POSTER_WIDTH, POSTER_HEIGHT, RAISED));

function drawInCell(subject: ArtSubject): string {
  const { svg, width } = drawPoster(subject);
  return cornered(`<g transform="scale(${(POSTER_WIDTH / width).toFixed(4)})">${svg}</g>`);
}

function logo(x: number, y: number): string {
  const bulbs = [5, 10.5, 16, 21.5, 27].map((at) => circle(at, 3, 1.25, AMBER)).join('');
  const sign = `${path(SIGN, AMBER)}<path d="${LETTER}" fill="none" stroke="${ON_AMBER}" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>${bulbs}`;
  const name = drawLine('MARQUEE', styles.text, 32, 66, 36, INK);
  return moved(`<g transform="scale(1.7)">${sign}</g>${name}`, x, y);
}

/** The heading as large as its space allows, above the line of facts at the foot. */
function words(heading: string, line: string): string {
  const set = setText(heading, NAME_STYLE, { width: TEXT_WIDTH, height: 300, maxSize: 168, maxLines: 3 });
  const foot = HEIGHT - MARGIN;
  const lineText = shown(line, styles.text);
  const lineSize = Math.min(LINE_SIZE, TEXT_WIDTH / Math.max(0.01, lineWidth(lineText, styles.text)));
  const top = foot - capsAt(styles.text, LINE_SIZE) - 44 - set.height;
  const bar = `<rect x="${MARGIN}" y="${n(top - 46)}" width="72" height="6" rx="3" fill="${AMBER}"/>`;
  return (
    bar +
    drawText(set, MARGIN, top, TEXT_WIDTH, 'left', INK) +
    drawLine(lineText, styles.text, lineSize, MARGIN, foot, DIM)
  );
}

/** The text without characters that the fonts cannot draw, such as emoji. */
function written(text: string): string {
  const letters = [...text].filter((letter) => /\s/.test(letter) || letterShape(NAME_STYLE.face, letter));
  return letters.join('').replace(/\s+/g, ' ').trim();
}
