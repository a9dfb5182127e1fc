import { frameStyle } from '../preview/frame.style.ts';

/** The inline style of a list's preview. */
export const previewStyle = `${frameStyle}
#preview .head{display:flex;flex-wrap:wrap;align-items:flex-end;justify-content:space-between;gap:16px 24px;margin-bottom:24px}
#preview .text{flex:1 1 320px;min-width:0;max-width:68ch}
#preview h1{font-size:26px;overflow-wrap:anywhere}
#preview h2{display:flex;align-items:center;height:56px;font-size:20px}
#preview .people{height:32px;margin-top:8px}
#preview .actions{display:flex;flex-wrap:wrap;gap:10px}
#preview .action{height:36px;padding:0 20.6px 0 42px;border-radius:10px;background:var(--raised);color:transparent;font-weight:600;line-height:36px;white-space:nowrap}
#preview .bar{min-height:38px;margin-bottom:16px}
#preview .tools{height:38px;margin-bottom:16px}
#preview .tabs{width:230px;height:38px;border-radius:20px;background:var(--raised)}
#preview .watched img{opacity:.45}
#preview .action.more{width:36px;padding:0;overflow:hidden}
@media(max-width:47.99em),(hover:none){#preview .action{height:44px;line-height:44px}#preview .action.more{width:44px}#preview .bar{min-height:44px}#preview .tools{height:44px}#preview .tabs{height:44px;border-radius:22px}}
@media(max-width:47.99em){#preview .head{gap:12px;margin-bottom:12px}#preview .actions{flex:1 1 100%;flex-wrap:nowrap;gap:6px}#preview .action,#preview .action.more{flex:1 1 auto;width:auto;min-width:44px;height:54px;padding:0 3px;font-size:12px}#preview .bar{height:92px;margin-bottom:0}#preview .tools{display:none}}
@media(min-width:48em){#preview h1{font-size:34px}}
`;
