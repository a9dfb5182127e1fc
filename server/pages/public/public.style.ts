import { displayFont } from '../sign-in/sign-in.style.ts';

/** The style of public lists and their frames, with the app's design tokens. It counts to the 30 kB of the page. */
export const publicStyle = `
@font-face{font-family:Bricolage;src:url(${displayFont}) format("woff2");font-weight:200 800;font-display:swap}
:root{color-scheme:dark light;--canvas:#0f0e11;--raised:#1b1a1f;--ink:#f4f1ea;--dim:#a7a2ad;--amber:#ffb84d;--line:rgb(255 255 255/.12);--gap:12px;--poster:108px}
@media(prefers-color-scheme:light){:root{--canvas:#faf7f2;--raised:#fff;--ink:#1b1a1e;--dim:#5f5a66;--amber:#9a4a00;--line:rgb(27 26 30/.14)}}
*{box-sizing:border-box;margin:0}
body{background:var(--canvas);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif;-webkit-text-size-adjust:100%}
a{color:inherit}
a:focus-visible,summary:focus-visible{outline:2px solid var(--amber);outline-offset:3px;border-radius:10px}
.wrap{width:100%;max-width:1320px;margin:0 auto;padding:0 max(16px,env(safe-area-inset-left))}
header{position:relative;isolation:isolate;overflow:hidden}
.hero{background:#0f0e11;color:#f4f1ea}
.back{position:absolute;z-index:-1;inset:0;overflow:hidden}
.back img{width:100%;height:100%;object-fit:cover;object-position:50% 25%}
.back::after{position:absolute;inset:0;background:linear-gradient(rgb(15 14 17/.5),rgb(15 14 17/.15) 30%,rgb(15 14 17/.7) 70%,#0f0e11),linear-gradient(90deg,rgb(15 14 17/.8),rgb(15 14 17/.1) 75%);content:""}
.bar{display:flex;align-items:center;justify-content:space-between;gap:12px;min-height:68px}
.brand{display:inline-flex;align-items:center;gap:10px;min-height:44px;font:750 21px/1 Bricolage,system-ui,sans-serif;letter-spacing:-.03em;text-decoration:none}
.button{display:inline-flex;align-items:center;min-height:44px;padding:0 18px;border-radius:10px;background:#ffb84d;color:#1a1204;font-size:15px;font-weight:650;text-decoration:none;white-space:nowrap}
.button:hover{background:#ffc56e}
.words{padding:clamp(64px,13vw,190px) 0 28px;max-width:860px}
h1{font:750 clamp(36px,7vw,84px)/1 Bricolage,system-ui,sans-serif;letter-spacing:-.04em;overflow-wrap:anywhere;text-wrap:balance}
.facts{margin-top:14px;color:var(--dim);font-size:17px}
.hero .facts{color:inherit;opacity:.86}
main.wrap{padding-top:24px;padding-bottom:56px}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(var(--poster),1fr));gap:22px var(--gap);grid-auto-flow:dense;padding:0;list-style:none}
.poster{display:block;width:100%;aspect-ratio:2/3;border-radius:10px;background:var(--raised);object-fit:cover;box-shadow:0 0 0 1px var(--line),0 10px 24px -14px rgb(0 0 0/.6)}
.none{display:grid;place-items:center;padding:12px;color:var(--dim);font:650 15px/1.2 Bricolage,system-ui,sans-serif;text-align:center;overflow-wrap:anywhere}
summary{display:block;min-height:44px;padding:10px 20px 0 0;cursor:pointer;list-style:none;position:relative}
summary::-webkit-details-marker{display:none}
summary::after{position:absolute;top:16px;right:5px;width:7px;height:7px;border:solid var(--dim);border-width:0 2px 2px 0;transform:rotate(45deg);content:""}
[open]>summary::after{top:20px;transform:rotate(225deg)}
summary:hover .name{color:var(--amber)}
.plain{padding-top:10px}
.name{display:-webkit-box;overflow:hidden;font-size:14.5px;font-weight:620;line-height:1.3;overflow-wrap:anywhere;-webkit-box-orient:vertical;-webkit-line-clamp:2}
[open] .name{display:block;font:700 clamp(20px,3vw,28px)/1.15 Bricolage,system-ui,sans-serif;letter-spacing:-.02em}
.year{color:var(--dim);font-size:13px}
.about{margin-top:8px;max-width:68ch;text-wrap:pretty}
.note{margin-top:6px;padding-left:10px;border-left:2px solid var(--amber);font-size:14px;line-height:1.4;overflow-wrap:anywhere}
.by{margin-top:4px;color:var(--dim);font-size:13px}
.title:has([open]){grid-column:1/-1;display:grid;grid-template-columns:clamp(84px,26%,200px) 1fr;gap:0 20px;align-items:start;padding:16px;border-radius:16px;background:var(--raised);box-shadow:0 0 0 1px var(--line)}
.title:has([open])>.poster{grid-row:1/9}
.more{display:flex;flex-wrap:wrap;gap:12px;justify-content:center;margin-top:36px}
.more a,.quiet{display:inline-flex;align-items:center;min-height:44px;padding:0 20px;border:1px solid var(--line);border-radius:10px;background:var(--raised);font-weight:600;text-decoration:none}
.empty{padding:48px 0;color:var(--dim);text-align:center}
footer{padding:20px 0 44px;border-top:1px solid var(--line);color:var(--dim);font-size:14px}
footer .wrap{display:flex;flex-wrap:wrap;gap:4px 20px;align-items:center}
footer a{display:inline-flex;align-items:center;min-width:44px;min-height:44px}
footer p{flex-basis:100%;margin-right:auto}
.alone{display:grid;place-items:center;min-height:100vh;padding:24px;text-align:center}
.alone h1{margin-bottom:14px;font-size:clamp(34px,6vw,56px)}
.alone p{margin-bottom:24px;color:var(--dim);text-wrap:balance}
@media(min-width:600px){:root{--gap:16px;--poster:132px}.wrap{padding:0 28px}footer p{flex-basis:auto}}
@media(min-width:1000px){:root{--gap:20px;--poster:160px}.grid{row-gap:30px}.wrap{padding:0 40px}.brand{font-size:24px}}
.frame header{border-bottom:1px solid var(--line)}
.frame .bar{min-height:60px}
.frame .wrap{padding:0 14px}
.frame main.wrap{padding:14px}
.frame h1{font-size:19px;letter-spacing:-.02em;line-height:1.2}
.frame h1 a{display:inline-block;margin:-11px 0;padding:11px 0;text-decoration:none}
.frame .brand{justify-content:flex-end;min-width:44px}
.frame .facts{margin:0;font-size:13px}
.frame .grid{--poster:92px;gap:14px 10px}
.frame .more{margin-top:16px}
`;
