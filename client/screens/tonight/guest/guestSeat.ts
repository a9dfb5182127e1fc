/** A guest's place in a poll, kept in this tab: the link itself ends with the result. */
export interface GuestSeat {
  pollId: string;
  guestId: string;
}

const keyOf = (token: string) => `marquee.guest.${token}`;

export function rememberSeat(token: string, seat: GuestSeat): void {
  sessionStorage.setItem(keyOf(token), JSON.stringify(seat));
}

export function recallSeat(token: string): GuestSeat | undefined {
  const stored = sessionStorage.getItem(keyOf(token));
  return stored ? (JSON.parse(stored) as GuestSeat) : undefined;
}

export function forgetSeat(token: string): void {
  sessionStorage.removeItem(keyOf(token));
}
