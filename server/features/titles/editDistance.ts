/** Letters to change, add, drop or swap with their neighbour to make `a` into `b`. */
export function editDistance(a: string, b: string): number {
  return lastRow(a, b)[b.length] ?? 0;
}

/** The same to make `a` into that beginning of `b` which is nearest to it. */
export function prefixDistance(a: string, b: string): number {
  return Math.min(...lastRow(a, b));
}

function lastRow(a: string, b: string): number[] {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
      );
      if (a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last;
}
