import type { Motif } from '../brush.ts';
import type { LayoutName } from '../layouts.ts';
import { action, hero } from '../motifs/action.ts';
import { city } from '../motifs/city.ts';
import { comedy } from '../motifs/comedy.ts';
import { cosmos } from '../motifs/cosmos.ts';
import { crime } from '../motifs/crime.ts';
import { dread } from '../motifs/dread.ts';
import { family } from '../motifs/family.ts';
import { land } from '../motifs/land.ts';
import { mystery, spirals } from '../motifs/mind.ts';
import { fantasy, history } from '../motifs/myth.ts';
import { romance } from '../motifs/romance.ts';
import { drama, figures } from '../motifs/rooms.ts';
import { music, sport, war } from '../motifs/stage.ts';
import { water } from '../motifs/water.ts';
import type { StyleName } from '../type/lettering.ts';

export interface Family {
  motifs: Record<string, Motif>;
  styles: [StyleName, ...StyleName[]];
  layouts: [LayoutName, ...LayoutName[]];
}

export const families = {
  cosmos: {
    motifs: cosmos,
    styles: ['shoulders', 'gothic', 'anton'],
    layouts: ['below', 'fade', 'above', 'wrapped', 'swiss', 'band', 'framed'],
  },
  land: { motifs: land, styles: ['gothic', 'slab', 'anton'], layouts: ['below', 'above', 'framed', 'cutout', 'fade'] },
  action: {
    motifs: action,
    styles: ['anton', 'anton', 'gothic', 'shoulders'],
    layouts: ['stack', 'below', 'above', 'wrapped', 'band'],
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
  spirals: {
    motifs: spirals,
    styles: ['gothic', 'shoulders'],
    layouts: ['wrapped', 'below', 'above', 'band', 'cutout'],
  },
  mystery: {
    motifs: mystery,
    styles: ['serif', 'gothic', 'shoulders'],
    layouts: ['below', 'framed', 'above', 'swiss', 'fade'],
  },
  dread: {
    motifs: dread,
    styles: ['gothic', 'anton', 'serif'],
    layouts: ['below', 'fade', 'above', 'stack', 'framed', 'band'],
  },
  water: { motifs: water, styles: ['gothic', 'shoulders', 'serif'], layouts: ['below', 'above', 'cutout', 'framed'] },
  drama: {
    motifs: drama,
    styles: ['serif', 'gothic', 'gothic'],
    layouts: ['framed', 'below', 'swiss', 'above', 'cutout', 'band'],
  },
  figures: {
    motifs: figures,
    styles: ['gothic', 'serif', 'shoulders'],
    layouts: ['below', 'above', 'framed', 'swiss'],
  },
  fantasy: {
    motifs: fantasy,
    styles: ['serif', 'gothic', 'deco'],
    layouts: ['cutout', 'framed', 'below', 'above', 'fade'],
  },
  history: { motifs: history, styles: ['serif', 'gothic', 'slab'], layouts: ['framed', 'below', 'cutout', 'swiss'] },
  comedy: {
    motifs: comedy,
    styles: ['cut', 'anton', 'gothic'],
    layouts: ['below', 'above', 'stack', 'framed', 'band'],
  },
  family: { motifs: family, styles: ['cut', 'cut', 'anton'], layouts: ['below', 'above', 'framed', 'cutout', 'stack'] },
  music: { motifs: music, styles: ['deco', 'anton', 'gothic'], layouts: ['below', 'above', 'band', 'stack'] },
  war: { motifs: war, styles: ['gothic', 'slab', 'anton'], layouts: ['below', 'swiss', 'above', 'framed'] },
  sport: { motifs: sport, styles: ['anton', 'slab'], layouts: ['stack', 'below', 'above'] },
} satisfies Record<string, Family>;

export type FamilyName = keyof typeof families;
