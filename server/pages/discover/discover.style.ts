import { frameStyle } from '../preview/frame.style.ts';

/** The inline style of the previews of Discover and of search results. */
export const discoverStyle = `${frameStyle}
#preview h1{font-size:34px}
#preview .kinds{display:flex;flex-wrap:wrap;align-items:flex-end;justify-content:space-between;gap:12px 32px;margin-bottom:20px;border-bottom:1px solid var(--line)}
#preview .kinds p{margin-top:6px;padding-bottom:14px;color:var(--dim)}
#preview .tabs{display:inline-flex;gap:24px;max-width:100%}
#preview .tab{height:44px;padding:0 2px;color:var(--dim);font:600 16px/44px "Bricolage Grotesque Variable","Bricolage Fallback",system-ui,sans-serif;white-space:nowrap}
#preview .tab.chosen{color:var(--ink);box-shadow:inset 0 -3px #ffb84d}
#preview .tab small{color:var(--dim);font:400 12px system-ui,sans-serif}
#preview .site{margin-bottom:28px}
#preview .site h2{margin-bottom:12px;font-size:20px}
#preview .site small{color:var(--dim);font-size:14px;font-variant-numeric:tabular-nums}
#preview .site h2 small{font-family:system-ui,sans-serif;font-weight:400}
#preview .lines span{display:flex;flex:1;flex-direction:column;min-width:0}
#preview .lines{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,280px),1fr));gap:8px 12px}
#preview .lines div{display:flex;align-items:center;gap:12px;min-width:0;min-height:60px;padding:8px 14px;border:1px solid var(--line);border-radius:14px;background:var(--raised)}
#preview .lines i{flex:none;width:40px;height:40px;border-radius:50%;background:var(--line)}
#preview .lines b{overflow:hidden;font-weight:600;line-height:1.35;text-overflow:ellipsis;white-space:nowrap}
#preview .site p{height:26px;margin-top:8px}
#preview .filters{display:flex;gap:8px;margin-bottom:20px}
#preview .filters i{width:94px;height:36px;border-radius:20px;background:var(--raised)}
#preview .stage{position:relative;display:flex;align-items:flex-end;min-height:clamp(372px,27vw,440px);margin-bottom:28px;overflow:hidden;border-radius:20px;background:var(--raised);color:#f4f1ea;isolation:isolate}
#preview .stage::before{position:absolute;z-index:-1;inset:0;background:linear-gradient(to top,rgb(12 11 14/72%),rgb(12 11 14/20%) 45%,transparent 80%),linear-gradient(to right,rgb(12 11 14/94%) 20%,rgb(12 11 14/78%) 44%,transparent 78%);content:""}
#preview .stage img{position:absolute;z-index:-2;inset:0;width:100%;height:100%;object-fit:cover;object-position:50% 38%}
#preview .words{width:min(50%,620px);padding:32px 0 32px 32px}
#preview .place{color:#ffb84d;font-size:14px;font-weight:600}
#preview .stage h2{margin-top:6px;font-size:44px;font-weight:700;line-height:1.02;overflow-wrap:anywhere}
#preview .facts{display:flex;gap:14px;margin-top:10px;font-size:14px;font-weight:600;font-variant-numeric:tabular-nums}
#preview .rating{padding-left:18px;color:#ffb84d}
#preview .overview{display:-webkit-box;margin-top:10px;overflow:hidden;color:#d8d3da;-webkit-box-orient:vertical;-webkit-line-clamp:3}
#preview .add{width:140px;height:36px;margin-top:18px;border-radius:10px;background:#ffb84d}
#preview .next{display:none;height:330px;margin-bottom:28px}
[data-follows] #preview .next{display:block}
#preview .picks{margin:16px 0 28px}
#preview .line{display:flex;align-items:center;min-height:44px}
#preview .picks h2{font-size:20px}
#preview .strip{display:flex;gap:12px;padding:10px 0 84px;overflow:hidden}
#preview .strip .poster{flex:none;width:112px}
#preview .people{row-gap:calc(var(--grid-gap) + 92px);padding-bottom:calc(var(--grid-gap) + 92px)}
#preview .people small{position:absolute;top:calc(100% + 8px);left:0;font-size:14px;font-weight:600;line-height:1.3}
#preview .person{position:relative}
@media(min-width:48em){#preview .strip .poster{width:148px}}
@media(min-width:64em){#preview h1{font-size:44px}#preview .kinds{margin-bottom:28px}}
@media(max-width:63.99em){#preview .stage{min-height:340px;margin-bottom:20px}#preview .stage h2{font-size:34px}#preview .words{padding:24px 0 24px 24px}}
@media(max-width:47.99em){#preview .kinds{margin-bottom:16px}#preview .kinds p{padding-bottom:0;font-size:14px}#preview .filters{margin-bottom:16px}#preview .filters i+i{display:none}#preview .next{height:294px;margin-bottom:20px}#preview .stage{min-height:252px;border-radius:16px}#preview .stage::before{background:linear-gradient(to top,rgb(12 11 14/94%) 20%,rgb(12 11 14/74%) 60%,transparent)}#preview .words{width:100%;padding:16px}#preview .stage h2{font-size:26px}#preview .overview{display:none}#preview .add{margin-top:14px}}
@media(max-width:47.99em),(hover:none){#preview .filters i{height:44px}#preview .add{height:44px}}
@media(max-width:47.99em),(hover:none){#preview .site p{height:44px}}
@media(hover:none){#preview .strip{padding-bottom:128px}}
`;
