/** The number of changed, added, removed or swapped letters between `a` and `b`. */
export function editDistance(a: string, b: string): number {
  return lastRow(a, b)[b.length] ?? 0;
}

/** The edit distance of `a` to the nearest prefix of `b`. */
export function prefixDistance(a: string, b: string): number {
  return Math.min(...lastRow(a, b));
}

function lastRow(a: string, b: string): Uint16Array {
  const width = b.length + 1;
  let beforeLast = new Uint16Array(width);
  let last = new Uint16Array(width);
  let current = new Uint16Array(width);
  for (let column = 0; column < width; column++) last[column] = column;
  for (let row = 1; row <= a.length; row++) {
    const letter = a.charCodeAt(row - 1);
    const before = a.charCodeAt(row - 2);
    current[0] = row;
    for (let column = 1; column < width; column++) {
      const own = b.charCodeAt(column - 1);
      let cost = (last[column - 1] ?? 0) + (letter === own ? 0 : 1);
      cost = Math.min(cost, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      if (row > 1 && column > 1 && letter === b.charCodeAt(column - 2) && before === own) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      }
      current[column] = cost;
    }
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last;
}
