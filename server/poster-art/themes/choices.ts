import { hashOf } from '../hash.ts';
import type { ArtSubject } from '../subject.ts';
import { type Family, families } from './families.ts';
import { themeOf } from './themes.ts';

/** The family of a title's motifs. */
export const familyOf = (subject: ArtSubject): Family => families[themeOf(subject).family];

/** The names of the motifs that fit a title. Its own choice, by its id, comes first. */
export function motifsFor(subject: ArtSubject): string[] {
  const theme = themeOf(subject);
  const { motifs }: Family = families[theme.family];
  const fitting = theme.motifs?.filter((name) => motifs[name]) ?? [];
  const names = fitting.length > 0 ? fitting : Object.keys(motifs);
  const own = hashOf(`motif ${subject.mediaType} ${subject.id}`) % names.length;
  return [...names.slice(own), ...names.slice(0, own)];
}

/** A title, and the walls of posters that it is seen in, such as the popular films or the films of a genre. */
export interface Hung {
  subject: ArtSubject;
  walls: readonly string[];
}

/**
 * Chooses a motif for each title, so that neighbours in a wall differ: of the motifs that fit, the one that the title's
 * walls have not had for the longest time. Titles must come in the order of the walls.
 */
export function spreadMotifs(titles: readonly Hung[]): string[] {
  const lastPlaces = new Map<string, number>();
  const lengths = new Map<string, number>();
  return titles.map(({ subject, walls }) => {
    const distanceTo = (motif: string, wall: string) =>
      (lengths.get(wall) ?? 0) - (lastPlaces.get(`${wall} ${motif}`) ?? Number.NEGATIVE_INFINITY);
    const nearest = (motif: string) => Math.min(...walls.map((wall) => distanceTo(motif, wall)));
    const [first = '', ...others] = motifsFor(subject);
    const chosen = others.reduce((best, motif) => (nearest(motif) > nearest(best) ? motif : best), first);
    for (const wall of walls) {
      lastPlaces.set(`${wall} ${chosen}`, lengths.get(wall) ?? 0);
      lengths.set(wall, (lengths.get(wall) ?? 0) + 1);
    }
    return chosen;
  });
}
