/**
 * Inline style with the parts of the app's tokens and layout that the preview needs, so that it can be painted before the
 * stylesheets have loaded. A browser test checks that its layout matches the app.
 */
export const previewStyle = `
@layer base,mantine;
:root{--canvas:#0f0e11;--raised:#1b1a1f;--ink:#f4f1ea;--line-strong:rgb(255 255 255/16%);--gutter:16px;--grid-gap:10px;--header-height:56px}
[data-mantine-color-scheme=light]{--canvas:#faf7f2;--raised:#fff;--ink:#1b1a1e;--line-strong:rgb(27 26 30/20%)}
@media(min-width:48em){:root{--gutter:24px;--grid-gap:12px;--header-height:64px}}
@media(min-width:64em){:root{--gutter:40px;--grid-gap:16px}}
html{overflow-y:scroll}
body{margin:0}
#preview{position:absolute;z-index:50;top:0;right:0;left:0;box-sizing:border-box;height:100dvh;overflow:hidden;padding-top:var(--header-height);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,sans-serif}
[data-returning] #preview{display:none}
#preview *{box-sizing:border-box;margin:0}
#preview .main{container-type:inline-size;min-height:100%;padding:24px var(--gutter);background:var(--canvas)}
#preview .head{display:flex;flex-wrap:wrap;align-items:flex-end;justify-content:space-between;gap:16px 24px;margin-bottom:24px}
#preview .text{min-width:0;max-width:68ch}
#preview h1,#preview h2{font-family:"Bricolage Grotesque Variable","Bricolage Fallback",system-ui,sans-serif;font-weight:650;line-height:1.15;letter-spacing:-.02em;text-wrap:balance}
#preview h1{font-size:26px;overflow-wrap:anywhere}
#preview h2{display:flex;align-items:center;height:56px;font-size:20px}
#preview .by{margin-top:6px}
#preview .actions{display:flex;flex-wrap:wrap;gap:10px}
#preview .action{height:36px;padding:0 20.6px 0 42px;border-radius:10px;background:var(--raised);color:transparent;font-weight:600;line-height:36px;white-space:nowrap}
#preview .bar{min-height:38px;margin-bottom:16px}
#preview .tools{height:38px;margin-bottom:16px}
#preview .tabs{width:230px;height:38px;border-radius:20px;background:var(--raised)}
#preview .grid{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:var(--grid-gap);padding-bottom:var(--grid-gap)}
#preview .poster{position:relative;aspect-ratio:2/3;overflow:hidden;border-radius:10px;background:var(--raised)}
#preview .poster::after{position:absolute;inset:0;border-radius:inherit;box-shadow:inset 0 0 0 1px var(--line-strong);content:""}
#preview .poster img{display:block;width:100%;height:100%;object-fit:cover}
#preview .watched img{opacity:.45}
@media(max-width:47.99em){#preview .actions{gap:8px}#preview .action{padding:0 13px 0 41px;font-size:14px}#preview .action:first-child{width:44px;padding:0;overflow:hidden}}
#preview .action.more{width:36px;padding:0}
@media(max-width:47.99em),(hover:none){#preview .action{height:44px;line-height:44px}#preview .action.more{width:44px}#preview .bar{min-height:44px}#preview .tools{height:44px}#preview .tabs{height:44px;border-radius:22px}}
@media(max-width:47.99em){#preview .tools{height:96px}}
@media(min-width:48em){#preview h1{font-size:34px}}
@media(min-width:64em){#preview .main{padding-top:32px}}
@media(min-width:1200px){#preview .main{margin-left:264px}}
@media(hover:none){#preview .own{row-gap:calc(var(--grid-gap) + 44px);padding-bottom:calc(var(--grid-gap) + 44px)}}
@container(min-width:616px){#preview .grid{grid-template-columns:repeat(5,minmax(0,1fr))}}
@container(min-width:900px){#preview .grid{grid-template-columns:repeat(7,minmax(0,1fr))}}
@container(min-width:1344px){#preview .grid{grid-template-columns:repeat(10,minmax(0,1fr))}}
`;

/** The width of a poster, for the sizes attribute of images, which knows the window alone: columns as above. */
export const posterSizes =
  '(min-width:1688px) calc((100vw - 503px)/10),(min-width:1244px) calc((100vw - 455px)/7),(min-width:1200px) calc((100vw - 423px)/5),(min-width:64em) calc((100vw - 191px)/7),(min-width:948px) calc((100vw - 135px)/7),(min-width:48em) calc((100vw - 111px)/5),(min-width:648px) calc((100vw - 87px)/5),calc((100vw - 52px)/3)';
