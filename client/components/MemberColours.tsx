import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { memberColour, memberColours } from '../lib/person.ts';

const ColoursHere = createContext<ReadonlyMap<string, string>>(new Map());

interface MemberColoursProps {
  /** In an order that is the same on every device. */
  memberIds: readonly string[];
  children: ReactNode;
}

/** Gives these users different colours in everything inside. */
export function MemberColours({ memberIds, children }: MemberColoursProps) {
  // The same object while the members are the same, so that nothing renders again.
  const key = memberIds.join();
  const colours = useMemo(() => memberColours(key.split(',')), [key]);
  return <ColoursHere value={colours}>{children}</ColoursHere>;
}

/** Returns a function for a user's colour, among those shown together or, without them, everywhere. */
export function useMemberColour(): (userId: string) => string {
  const colours = useContext(ColoursHere);
  return (userId) => colours.get(userId) ?? memberColour(userId);
}
