import { imageUrl } from '../lib/images.ts';
import { displayName, initialOf, type Person } from '../lib/person.ts';
import classes from './Avatar.module.css';
import { useMemberColour } from './MemberColours.tsx';
import { useBrokenPicture } from './useBrokenPicture.ts';

interface AvatarProps {
  person: Person | null | undefined;
  size?: number;
  /** Draws a ring in the member's colour. */
  hasRing?: boolean;
  /** False if the name is next to it. */
  isNamed?: boolean;
}

/** A user's picture, or their initial on their colour. */
export function Avatar({ person, size = 36, hasRing = false, isNamed = false }: AvatarProps) {
  const colourOf = useMemberColour();
  const url = person?.profileImageUrl ?? null;
  const { isBroken, markBroken } = useBrokenPicture(url);
  const colour = colourOf(person?.id ?? '');
  const name = person && isNamed ? displayName(person) : undefined;

  return (
    <span
      className={classes.avatar}
      data-ring={hasRing || undefined}
      style={{ '--size': `${size}px`, '--member': colour }}
      {...(name ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
    >
      {url && !isBroken ? (
        <img src={url.startsWith('/api/art/') ? (imageUrl(url, 'w185') ?? url) : url} alt="" onError={markBroken} />
      ) : (
        initialOf(person)
      )}
    </span>
  );
}

/** Up to five avatars, and a count of the others. */
export function AvatarStack({
  people,
  size = 28,
  max = 5,
}: {
  people: readonly Person[];
  size?: number;
  max?: number;
}) {
  const rest = people.length - max;
  return (
    <span className={classes.stack}>
      {people.slice(0, max).map((person) => (
        <Avatar key={person.id} person={person} size={size} isNamed />
      ))}
      {rest > 0 && <span className={classes.rest}>+{rest}</span>}
    </span>
  );
}
