/** The columns of every poster grid, for the four sizes of `sizeClass`. */
const posterColumns: GridColumns = [3, 5, 7, 10];

export type GridColumns = readonly [small: number, medium: number, large: number, extraLarge: number];

/**
 * Widths of the grid itself, not of the window, which may also have a sidebar. Five and seven posters are at least 113 px
 * wide, ten at least 120 px. The previews have the same numbers (frame.style.ts).
 */
const breakpoints = [616, 900, 1344];

/** Which of the four sizes a grid of this width has, 0 to 3. */
function sizeClass(gridWidth: number): 0 | 1 | 2 | 3 {
  return breakpoints.filter((breakpoint) => gridWidth >= breakpoint).length as 0 | 1 | 2 | 3;
}

/** The number of columns of a grid of this width. */
export function columnsAt(gridWidth: number, columns: GridColumns = posterColumns): number {
  return columns[sizeClass(gridWidth)];
}
