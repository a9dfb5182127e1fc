import { posterWall } from '../../../common/posterWall.ts';

const columns = posterWall.length;
const rows = posterWall[0].length;

/**
 * The inline style of the landing screen's preview: its hero. A browser test checks that it is laid out like the app's. The
 * wall's size does not depend on the columns that have arrived, so nothing moves while the browser receives them.
 */
export const landingStyle = `
@layer base,mantine;
:root{--canvas:#0f0e11;--canvas-clear:rgb(15 14 17/78%);--raised:#1b1a1f;--ink:#f4f1ea;--line-strong:rgb(255 255 255/16%);--gutter:16px}
[data-mantine-color-scheme=light]{--canvas:#faf7f2;--canvas-clear:rgb(250 247 242/82%);--raised:#fff;--ink:#1b1a1e;--line-strong:rgb(27 26 30/20%)}
@media(min-width:48em){:root{--gutter:24px}}
@media(min-width:64em){:root{--gutter:40px}}
html{overflow-y:scroll}
body{margin:0}
#preview{position:absolute;z-index:50;top:0;right:0;left:0;box-sizing:border-box;height:100dvh;overflow:hidden;background:var(--canvas);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,sans-serif}
[data-returning] #preview{display:none}
#preview *{box-sizing:border-box;margin:0}
#preview .logo{position:absolute;z-index:2;top:24px;left:var(--gutter);display:flex;align-items:center;gap:10px;font:750 24.48px/1 "Bricolage Grotesque Variable","Bricolage Fallback",system-ui,sans-serif;letter-spacing:-.035em}
#preview .hero{position:relative;display:flex;align-items:center;min-height:min(820px,92dvh);padding:120px var(--gutter) 72px;isolation:isolate}
#preview .words{max-width:620px}
#preview h1{font-family:"Bricolage Grotesque Variable","Bricolage Fallback",system-ui,sans-serif;font-size:clamp(44px,6.4vw,88px);font-weight:750;line-height:.98;letter-spacing:-.04em;text-wrap:balance}
#preview .lead{max-width:52ch;margin-top:24px;font-size:18px;text-wrap:pretty}
#preview .buttons{display:flex;flex-wrap:wrap;gap:12px;margin-top:32px}
#preview .buttons a{height:50px;padding:0 26px;border:1px solid transparent;border-radius:10px;background:#ffb84d;color:#1a1204;font-size:20px;font-weight:600;line-height:48px;text-align:center;text-decoration:none}
#preview .buttons a+a{border-color:var(--line-strong);background:var(--canvas-clear);color:var(--ink)}
#preview .wall{position:absolute;z-index:-1;inset:0;overflow:hidden}
#preview .plane{--width:1400px;--columns:${columns};--gap:20px;--poster:calc((var(--width) - (var(--columns) - 1)*var(--gap))/var(--columns)*1.5);position:absolute;top:-22%;right:-10%;display:grid;grid-template-columns:repeat(var(--columns),minmax(0,1fr));gap:var(--gap);width:var(--width);transform:rotate(9deg);transform-origin:50% calc(${rows}*var(--poster) + ${rows - 0.5}*var(--gap))}
#preview .column{display:flex;flex-direction:column;gap:var(--gap);height:max-content}
#preview img{display:block;width:100%;height:auto;aspect-ratio:2/3;border-radius:12px;background:var(--raised);object-fit:cover}
#preview .wall::after{position:absolute;inset:0;background:linear-gradient(to top,var(--canvas) 0%,transparent 34%),linear-gradient(to bottom,var(--canvas-clear) 0%,transparent 22%),linear-gradient(100deg,var(--canvas) 22%,color-mix(in srgb,var(--canvas) 86%,transparent) 42%,color-mix(in srgb,var(--canvas) 20%,transparent) 72%,transparent 100%);content:""}
@media(min-width:64em){#preview .hero{padding-right:64px;padding-left:64px}#preview .logo{left:64px}}
@media(max-width:63.99em){#preview .hero{align-items:flex-end;min-height:88dvh;padding-bottom:48px}#preview .lead{font-size:16px}#preview .plane{--width:1050px;top:-10%;right:-260px}#preview .wall::after{background:linear-gradient(to bottom,var(--canvas) 4%,transparent 20%),linear-gradient(to top,var(--canvas) 34%,color-mix(in srgb,var(--canvas) 80%,transparent) 56%,color-mix(in srgb,var(--canvas) 10%,transparent) 86%)}}
@media(max-width:47.99em){#preview .plane{--width:504px;--columns:${columns - 2};--gap:12px;right:-52px}#preview .column:is(:first-child,:last-child){display:none}}
@media(max-width:29.99em){#preview .buttons a{flex:1;padding:0 8px;font-size:16px}}
@media(prefers-reduced-motion:reduce){#preview .column:nth-child(even){margin-top:-120px}}
`;
