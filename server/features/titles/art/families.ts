import type { Motif } from './brush.ts';
import type { LayoutName } from './layouts.ts';
import type { StyleName } from './lettering.ts';
import { action, hero } from './motifs/action.ts';
import { city, crime } from './motifs/city.ts';
import { cosmos } from './motifs/cosmos.ts';
import { land } from './motifs/land.ts';
import { mystery, spirals } from './motifs/mind.ts';
import { romance } from './motifs/romance.ts';

export interface Family {
  motifs: Record<string, Motif>;
  styles: [StyleName, ...StyleName[]];
  layouts: [LayoutName, ...LayoutName[]];
}

export const families = {
  cosmos: {
    motifs: cosmos,
    styles: ['shoulders', 'gothic', 'anton'],
    layouts: ['below', 'fade', 'above', 'over', 'swiss', 'band', 'framed'],
  },
  land: { motifs: land, styles: ['gothic', 'slab', 'anton'], layouts: ['below', 'above', 'framed', 'cutout', 'fade'] },
  action: {
    motifs: action,
    styles: ['anton', 'anton', 'gothic', 'shoulders'],
    layouts: ['stack', 'below', 'above', 'over', 'band'],
  },
  hero: { motifs: hero, styles: ['anton', 'shoulders'], layouts: ['stack', 'below', 'above', 'fade', 'framed'] },
  romance: {
    motifs: romance,
    styles: ['serif', 'gothic', 'serif'],
    layouts: ['framed', 'cutout', 'below', 'above', 'swiss'],
  },
  city: {
    motifs: city,
    styles: ['gothic', 'shoulders', 'anton'],
    layouts: ['below', 'above', 'fade', 'band', 'framed'],
  },
  crime: {
    motifs: crime,
    styles: ['gothic', 'anton', 'shoulders'],
    layouts: ['below', 'swiss', 'above', 'stack', 'band'],
  },
  spirals: { motifs: spirals, styles: ['gothic', 'shoulders'], layouts: ['over', 'below', 'above', 'band', 'cutout'] },
  mystery: {
    motifs: mystery,
    styles: ['serif', 'gothic', 'shoulders'],
    layouts: ['below', 'framed', 'above', 'swiss', 'fade'],
  },
} satisfies Record<string, Family>;

export type FamilyName = keyof typeof families;
