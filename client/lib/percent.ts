/** A part of a whole as a width in CSS, at most all of it. */
export const percentOf = (part: number, whole: number) => `${Math.min(100, (100 * part) / Math.max(whole, 1))}%`;
