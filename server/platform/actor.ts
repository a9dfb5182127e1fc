/** Who acts: every service that writes takes one. */
export interface Actor {
  userId: string;
  /** Set when the request carries an Idempotency-Key; `call` is what the key may be used for again. */
  operation?: { id: string; call: string };
}
