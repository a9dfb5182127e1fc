import { displayFont } from '../sign-in/sign-in.style.ts';

/**
 * The display font and its fallback as in the app's fonts.css. Without them, headings of a preview would be set in the system
 * font first, and move when the stylesheets arrive.
 */
export const fontFaces = `@font-face{font-family:"Bricolage Grotesque Variable";font-display:swap;font-weight:200 800;src:url(${displayFont}) format("woff2-variations")}
@font-face{font-family:"Bricolage Fallback";src:local("Arial"),local("Helvetica"),local("Liberation Sans"),local("Roboto");size-adjust:100.4%;ascent-override:92.6%;descent-override:26.9%;line-gap-override:0%}`;
