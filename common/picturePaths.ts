/** A path of our own drawn artwork. */
export const artPath = /^\/api\/art\/(?:(?:poster|backdrop)\/(?:movie|tv)|person)\/\d{1,9}(?:-[0-9a-f]{6})?$/;

/** A TMDB picture path: a slash and a file name. */
export const tmdbImagePath = /^\/[\w-]{1,200}\.(?:jpe?g|png|svg|webp)$/;

/**
 * The paths that a title's pictures may have: those of TMDB and of our own drawn artwork. Browsers request them
 * with the viewer's cookies, so a stored path must not lead anywhere else.
 */
export const imagePath = new RegExp(`${artPath.source}|${tmdbImagePath.source}`);
