import { hashOf } from '../hash.ts';
import type { ArtSubject } from '../subject.ts';
import { type Colour, contrast, shifted } from './colour.ts';
import { inkOnDark, inkOnLight, type Mood, type Palette, palettes } from './palettes.ts';

const genreMoods: Record<number, Mood[]> = {
  28: ['action', 'action', 'noir'],
  12: ['desert', 'ocean', 'action'],
  16: ['storybook', 'storybook', 'comedy'],
  35: ['comedy', 'comedy', 'storybook'],
  80: ['noir', 'noir', 'drama'],
  99: ['drama', 'ocean'],
  18: ['drama'],
  10751: ['storybook'],
  14: ['fantasy', 'fantasy', 'cosmos'],
  36: ['history'],
  27: ['blood'],
  10402: ['neon', 'comedy'],
  9648: ['noir', 'cosmos', 'drama'],
  10749: ['romance'],
  878: ['cosmos', 'cosmos', 'neon'],
  53: ['noir', 'blood', 'ocean'],
  10752: ['history'],
  37: ['desert'],
  10759: ['action', 'desert', 'ocean'],
  10762: ['storybook'],
  10764: ['comedy'],
  10765: ['cosmos', 'fantasy'],
  10766: ['romance'],
  10768: ['history'],
};

function decadeMoods(year: number): Mood[] {
  if (year < 1960) return ['vintage', 'vintage', 'vintage', 'noir'];
  if (year < 1980) return ['vintage', 'vintage', 'desert'];
  if (year < 1990) return ['neon', 'vintage'];
  return [];
}

function moodsOf(subject: ArtSubject): Mood[] {
  const [first, second] = subject.genreIds.filter((id) => genreMoods[id]);
  // A drama takes its colours from its other genre.
  const [lead, other] = first === 18 && second !== undefined ? [second, first] : [first, second];
  const moods = [
    ...(lead === undefined ? (['drama'] as const) : (genreMoods[lead] ?? [])),
    ...(other === undefined ? [] : (genreMoods[other] ?? []).slice(0, 1)),
    ...decadeMoods(subject.year),
  ];
  const isHero = subject.keywords.some((keyword) => /superhero|super power|based on comic/.test(keyword));
  return isHero ? [...moods, 'hero', 'hero', 'hero'] : moods;
}

/** The palette's own text colour where it is readable on the ground, else the next best. */
export function readable(ink: Colour, ground: Colour): Colour {
  const choices = [ink, inkOnDark, inkOnLight, '#ffffff', '#000000'];
  return choices.find((choice) => contrast(choice, ground) >= 4.5) ?? '#000000';
}

/** The colours of a title, chosen by genre, decade and id, with a small change of hue so that titles differ. */
export function paletteOf(subject: ArtSubject): Palette {
  const seed = hashOf(`palette ${subject.mediaType} ${subject.id}`);
  const moods = moodsOf(subject);
  const mood = moods[seed % moods.length] ?? 'drama';
  const choices = palettes[mood];
  const chosen = choices[(seed >>> 8) % choices.length] ?? palettes.drama[0];
  const degrees = (((seed >>> 16) & 255) / 255 - 0.5) * 14;
  const lighter = (((seed >>> 24) & 255) / 255 - 0.5) * 0.03;
  const turn = (colour: Colour) => shifted(colour, degrees, lighter);
  const ground = turn(chosen.ground);
  return {
    ground,
    a: turn(chosen.a),
    b: turn(chosen.b),
    c: turn(chosen.c),
    ink: readable(turn(chosen.ink), ground),
  };
}

/** The colour of the ground, to show until the picture has loaded. */
export const dominantColour = (subject: ArtSubject): Colour => paletteOf(subject).ground;
