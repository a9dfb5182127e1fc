/** The user who makes a write, and the operation it belongs to. */
export interface Actor {
  userId: string;
  /** Set when a guest of a poll makes the write. The user is then the one in whose name the log has it. */
  guestId?: string;
  /** Set when the request carries an Idempotency-Key. */
  operation?: {
    /** The key, which becomes the `opId` of the changes. */
    opId: string;
    /** Hash of the request. The key may only be used again for the same request. */
    call: string;
    /** Absent for calls with small answers. */
    largePart?: LargePart<unknown>;
  };
}

/** A part of an answer that is not stored for a repeated Idempotency-Key, but read again when the request is repeated. */
export interface LargePart<Answer> {
  omit(answer: Answer): Answer;
  /** Returns the stored answer with the part's current value, or without it when it no longer exists. */
  restore(stored: Answer, callerId: string): Promise<Answer>;
}
