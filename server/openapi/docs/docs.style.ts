/** The style of the page of the API documents. It needs no script and no font. */
export const docsStyle = `
:root{--canvas:#0F0E11;--raised:#1B1A1F;--ink:#F4F1EA;--dim:#A7A2AD;--amber:#FFB84D;--line:rgb(255 255 255/.14);color-scheme:dark}
@media (prefers-color-scheme:light){:root{--canvas:#FAF7F2;--raised:#FFF;--ink:#1B1A1E;--dim:#5F5A66;--amber:#B54D00;--line:rgb(27 26 30/.16);color-scheme:light}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.frame{max-width:1180px;margin:0 auto;padding:24px 16px;display:grid;grid-template:auto 1fr/220px minmax(0,1fr);gap:0 40px}
header,main{grid-column:2;min-width:0}
nav{grid-area:1/1/3/2;position:sticky;top:24px;align-self:start;max-height:calc(100vh - 48px);overflow:auto}
nav a{display:block;padding:4px 0;color:var(--ink);text-decoration:none}
nav a:hover{text-decoration:underline}
a{color:var(--amber)}
h1{font-size:34px;line-height:1.15;margin:0 0 8px}
h2{font-size:24px;margin:48px 0 4px}
h3{font-size:15px;margin:20px 0 6px}
p{margin:6px 0}
.dim{color:var(--dim)}
details{background:var(--raised);border:1px solid var(--line);border-radius:10px;margin:8px 0}
summary{position:relative;padding:10px 40px 10px 14px;cursor:pointer;display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline}
:is(summary,a):focus-visible{outline:2px solid var(--amber);outline-offset:2px;border-radius:6px}
summary::after{content:"";position:absolute;right:18px;top:16px;width:8px;height:8px;border:solid var(--dim);border-width:0 2px 2px 0;rotate:45deg}
details[open]>summary::after{top:20px;rotate:-135deg}
summary code{overflow-wrap:anywhere}
.method{min-width:58px;font:700 13px/1.5 ui-monospace,monospace;color:var(--amber)}
.inside{padding:0 14px 14px}
code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}
pre{overflow:auto;padding:12px;border:1px solid var(--line);border-radius:8px;margin:6px 0}
ul{margin:6px 0;padding-left:20px}
@media (max-width:760px){.frame{display:block}nav{position:static;max-height:none;margin:24px 0;columns:2}nav a{padding:10px 0}summary span:last-child{flex-basis:100%}}
`;
