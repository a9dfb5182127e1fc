/** The path of the display font in the client's build. Without a build the system font is used. */
export const displayFont = '/fonts/bricolage-grotesque-latin-wght-normal.woff2';

/** The style of the sign-in page, with the app's design tokens. */
export const signInStyle = `
@font-face{font-family:Bricolage;src:url(${displayFont}) format("woff2");font-weight:200 800;font-display:swap}
:root{--canvas:#0F0E11;--raised:#1B1A1F;--overlay:#25232A;--ink:#F4F1EA;--dim:#A7A2AD;--amber:#FFB84D;--velvet:#FF7A8A;--line:rgb(255 255 255/.12)}
@media (prefers-color-scheme:light){:root{--canvas:#FAF7F2;--raised:#FFF;--overlay:#FFF;--ink:#1B1A1E;--dim:#5F5A66;--amber:#B54D00;--velvet:#B3263F;--line:rgb(27 26 30/.16)}}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;background:var(--canvas);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;display:grid;place-items:center;padding:24px 16px}
.wall{position:fixed;inset:-8%;opacity:.12;display:grid;grid-template-columns:repeat(auto-fill,minmax(132px,1fr));gap:14px;align-content:center;transform:rotate(-6deg) scale(1.15);pointer-events:none}
.wall img{width:100%;aspect-ratio:2/3;border-radius:10px;object-fit:cover}
main{position:relative;width:100%;max-width:420px}
.brand{font-family:Bricolage,system-ui,sans-serif;color:var(--amber);font-weight:700;letter-spacing:.02em;text-decoration:none;border-radius:6px;display:inline-block;min-height:44px;line-height:44px}
h1{font-family:Bricolage,system-ui,sans-serif;font-weight:650;font-size:34px;line-height:1.1;letter-spacing:-.02em;margin:8px 0}
.lead{color:var(--dim);margin-bottom:24px;text-wrap:balance}
.card{background:var(--raised);border:1px solid var(--line);border-radius:14px;padding:24px}
.switch{position:absolute;opacity:0;pointer-events:none}
.tabs{display:grid;grid-template-columns:1fr 1fr;gap:4px;padding:4px;border-radius:12px;background:var(--canvas);margin-bottom:20px}
.tabs label{margin:0;text-align:center;padding:11px 8px;line-height:22px;border-radius:9px;color:var(--dim);font-weight:600;cursor:pointer}
#show-login:checked~.tabs label[for=show-login],#show-register:checked~.tabs label[for=show-register]{background:var(--overlay);color:var(--ink)}
#show-login:focus-visible~.tabs label[for=show-login],#show-register:focus-visible~.tabs label[for=show-register]{outline:2px solid var(--amber);outline-offset:2px}
.switch~section{display:none}
#show-login:checked~#login,#show-register:checked~#register{display:block}
h2{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
label{display:block;font-size:14px;font-weight:600;margin:16px 0 6px}
form>label:first-of-type{margin-top:0}section>.problem{margin-bottom:20px}
label span{color:var(--dim);font-weight:400}
input:not(.switch),select{width:100%;height:44px;padding:0 12px;border-radius:10px;border:1px solid var(--line);background:var(--canvas);color:var(--ink);font:inherit}
input:focus-visible,select:focus-visible,button:focus-visible,a:focus-visible{outline:2px solid var(--amber);outline-offset:2px}
input[aria-invalid]{border-color:var(--velvet)}
.secret{position:relative}
.reveal{position:absolute;top:0;right:0;height:44px;padding:0 14px;border:0;border-radius:10px;background:none;color:var(--amber);font:inherit;font-size:14px;font-weight:600;cursor:pointer}
.secret:has(.reveal:not([hidden])) input:not(.switch){padding-right:72px}
details{margin-top:16px;border:1px solid var(--line);border-radius:10px;padding:0 12px}details[open]{padding-bottom:14px}
summary{min-height:44px;padding:11px 0;line-height:22px;font-size:14px;font-weight:600;border-radius:6px;cursor:pointer}summary span{color:var(--dim);font-weight:400}
summary:focus-visible{outline:2px solid var(--amber);outline-offset:2px}
p.forgotten{margin-top:16px}.forgotten a{display:inline-block;margin:-11px 0;padding:11px 0;color:inherit}.forgotten a:hover{color:var(--ink)}p.closed{margin-top:16px;padding-top:16px;border-top:1px solid var(--line)}
.hint{font-size:14px;color:var(--dim);margin-top:6px}.issue{font-size:14px;color:var(--velvet);margin-top:6px}
.problem{color:var(--velvet);border:1px solid currentColor;border-radius:10px;padding:10px 12px;font-size:14px}
button:not(.reveal),.button{display:grid;place-items:center;width:100%;height:46px;margin-top:24px;border:0;border-radius:10px;background:#FFB84D;color:#1A1204;font:inherit;font-weight:700;text-decoration:none;cursor:pointer}
.button:first-child,input[type=hidden]+button:not(.reveal){margin-top:0}
.second{margin-top:0;border:1px solid var(--line);background:none;color:var(--ink)}form+.second,.button+.second{margin-top:12px}
button:not(.reveal):hover,.button:hover{filter:brightness(1.06)}.second:hover{filter:none;background:var(--overlay)}
#passkey{margin-top:12px}#passkey button{margin-top:0;border:1px solid var(--line);background:none;color:var(--ink)}#passkey button:hover{filter:none;background:var(--overlay)}
#passkey[hidden],#show-register:checked~#passkey,.issue:empty{display:none}
.card>.problem+.switch~.tabs{margin-top:20px}
.or{display:grid;grid-template-columns:1fr auto 1fr;align-items:center;gap:12px;margin:20px 0;color:var(--dim);font-size:14px}
.or::before,.or::after{content:"";border-top:1px solid var(--line)}
@media (forced-colors:active){button:not(.reveal),.button{border:1px solid}.switch:checked~.tabs label{text-underline-offset:6px}#show-login:checked~.tabs label[for=show-login],#show-register:checked~.tabs label[for=show-register]{text-decoration:underline 2px}}
`;
