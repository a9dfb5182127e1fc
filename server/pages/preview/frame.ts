import { type ImageSize, POSTER_SIZES, pictureUrl, pixelsOf } from '../../../common/pictures.ts';
import { escapeHtml, type Preview } from '../page.ts';
import { posterSizes } from './frame.style.ts';

/** The first row in the widest window. Only these posters load with high priority. */
export const FIRST_ROW = 10;

/**
 * A static preview of a screen with the layout of the app, which removes it when its own screen is ready. It is not
 * interactive and hidden from screen readers.
 */
export function previewOf(style: string, main: string): Preview {
  return { style, body: `<div id="preview" inert aria-hidden="true"><div class="main">${main}</div></div>` };
}

interface ShownPicture {
  path: string | null;
  imageBase: string;
  /** Loads with high priority. Others load when they are in the window. */
  isFirst: boolean;
}

/** A poster or portrait in the sizes that the app may choose; '' without a picture. */
export function posterImage({ path, imageBase, isFirst }: ShownPicture): string {
  const urlAt = (size: ImageSize) => pictureUrl(path, size, imageBase);
  const src = urlAt('w154');
  if (!src) return '';
  const priority = isFirst ? ' fetchpriority="high"' : ' loading="lazy"';
  return `<img alt="" src="${escapeHtml(src)}" srcset="${srcsetOf(POSTER_SIZES, urlAt)}" sizes="${posterSizes}"${priority}>`;
}

/** A picture's addresses with their widths, as a srcset attribute. */
export function srcsetOf(sizes: readonly ImageSize[], urlAt: (size: ImageSize) => string | null): string {
  return sizes.map((size) => `${escapeHtml(urlAt(size) ?? '')} ${pixelsOf(size)}w`).join();
}

/** The colour that stands until the picture has loaded, as a style attribute. */
export const colourStyle = (colour: string | undefined) => (colour ? ` style="background-color:${colour}"` : '');
