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
