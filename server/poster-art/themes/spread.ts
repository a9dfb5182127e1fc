import type { ArtSubject } from '../subject.ts';
import { motifsFor } from './choices.ts';

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
