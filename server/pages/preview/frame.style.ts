import { POSTER_SHARPNESS } from '../../../common/pictures.ts';

/**
 * What all previews need of the app's tokens and layout, so that they can be painted before the stylesheets have loaded.
 * Browser tests check that each preview is laid out like the app.
 */
export const frameStyle = `
@layer base,mantine;
:root{--canvas:#0f0e11;--raised:#1b1a1f;--ink:#f4f1ea;--dim:#a7a2ad;--line:rgb(255 255 255/8%);--line-strong:rgb(255 255 255/16%);--gutter:16px;--grid-gap:10px;--header-height:56px}
[data-mantine-color-scheme=light]{--canvas:#faf7f2;--raised:#fff;--ink:#1b1a1e;--dim:#5f5a66;--line:rgb(27 26 30/10%);--line-strong:rgb(27 26 30/20%)}
@media(min-width:48em){:root{--gutter:24px;--grid-gap:12px;--header-height:64px}}
@media(min-width:64em){:root{--gutter:40px;--grid-gap:16px}}
html{overflow-y:scroll}
body{margin:0}
#preview{position:absolute;z-index:50;top:0;right:0;left:0;box-sizing:border-box;height:100dvh;overflow:hidden;padding-top:var(--header-height);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,sans-serif}
[data-returning] #preview{display:none}
#preview *{box-sizing:border-box;margin:0}
#preview .main{container-type:inline-size;min-height:100%;padding:24px var(--gutter);background:var(--canvas)}
#preview h1,#preview h2{font-family:"Bricolage Grotesque Variable","Bricolage Fallback",system-ui,sans-serif;font-weight:650;line-height:1.15;letter-spacing:-.02em;text-wrap:balance}
#preview .grid{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:var(--grid-gap);padding-bottom:var(--grid-gap)}
#preview .poster{position:relative;aspect-ratio:2/3;overflow:hidden;border-radius:10px;background:var(--raised)}
#preview .poster::after{position:absolute;inset:0;border-radius:inherit;box-shadow:inset 0 0 0 1px var(--line-strong);content:""}
#preview .poster img{display:block;width:100%;height:100%;object-fit:cover}
@media(min-width:64em){#preview .main{padding-top:32px}}
@media(min-width:1200px){#preview .main{margin-left:264px}}
@media(hover:none){#preview .actionable{row-gap:calc(var(--grid-gap) + 44px);padding-bottom:calc(var(--grid-gap) + 44px)}}
@container(min-width:616px){#preview .grid{grid-template-columns:repeat(5,minmax(0,1fr))}}
@container(min-width:900px){#preview .grid{grid-template-columns:repeat(7,minmax(0,1fr))}}
@container(min-width:1344px){#preview .grid{grid-template-columns:repeat(10,minmax(0,1fr))}}
`;

/** The layouts above, widest window first: from which width, how many pixels are not the posters', and how many columns. */
const layouts = [
  ['(min-width:1688px) ', 503, 10],
  ['(min-width:1244px) ', 455, 7],
  ['(min-width:1200px) ', 423, 5],
  ['(min-width:64em) ', 191, 7],
  ['(min-width:948px) ', 135, 7],
  ['(min-width:48em) ', 111, 5],
  ['(min-width:648px) ', 87, 5],
  ['', 52, 3],
] as const;

/** The width of a poster's picture, for the sizes attribute of images, which knows the window alone. */
export const posterSizes = layouts
  .map(([from, rest, columns]) => `${from}calc((100vw - ${rest}px)*${(POSTER_SHARPNESS / columns).toFixed(4)})`)
  .join();
