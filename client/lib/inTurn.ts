/** Makes a function that does the works of one key one after the other, also if one of them fails. */
export function createTurns(): <Answer>(key: string, work: () => Promise<Answer>) => Promise<Answer> {
  const latest = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const turn = (latest.get(key) ?? Promise.resolve()).then(work, work);
    latest.set(key, turn);
    const forget = () => {
      if (latest.get(key) === turn) latest.delete(key);
    };
    turn.then(forget, forget);
    return turn;
  };
}
