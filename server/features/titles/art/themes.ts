import { hashOf } from '../hash.ts';
import type { FamilyName } from './families.ts';
import type { ArtSubject } from './subject.ts';

export function familyOf(subject: ArtSubject): FamilyName {
  const names: FamilyName[] = ['cosmos', 'land', 'action', 'hero'];
  return names[hashOf(`family ${subject.mediaType} ${subject.id}`) % names.length] ?? 'land';
}
