import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { memberColour, memberColours } from '../lib/person.ts';

const ColoursHere = createContext<ReadonlyMap<string, string>>(new Map());

interface MemberColoursProps {
  /** In the order of joining. */
  memberIds: readonly string[];
  children: ReactNode;
}

/** Gives the members of a list different colours in everything inside. */
export function MemberColours({ memberIds, children }: MemberColoursProps) {
  // The same object while the members are the same, so that nothing renders again.
  const key = memberIds.join();
  const colours = useMemo(() => memberColours(key.split(',')), [key]);
  return <ColoursHere value={colours}>{children}</ColoursHere>;
}

/** Returns a function for a user's colour, in the list that is shown or, without one, everywhere. */
export function useMemberColour(): (userId: string) => string {
  const colours = useContext(ColoursHere);
  return (userId) => colours.get(userId) ?? memberColour(userId);
}
