export { dominantColour } from './colour/palette.ts';
export { hashOf } from './hash.ts';
export { composeListCard, type ListCard } from './listCard.ts';
export { composePortrait } from './portrait.ts';
export { composeBackdrop, composePoster, type Poster } from './poster.ts';
export { type Picture, renderJpeg, renderWebp } from './render.ts';
export type { ArtPerson, ArtSubject } from './subject.ts';
export { type Hung, spreadMotifs } from './themes/choices.ts';
