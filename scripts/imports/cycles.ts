/** One shortest cycle for each group of files that import each other. */
export function findCycles(graph: Map<string, string[]>): string[][] {
  const cycles: string[][] = [];
  const settled = new Set<string>();
  for (const start of [...graph.keys()].sort()) {
    if (settled.has(start)) continue;
    const cycle = shortestWayBack(graph, start);
    if (!cycle) continue;
    cycles.push(cycle);
    for (const file of cycle) settled.add(file);
  }
  return cycles;
}

function shortestWayBack(graph: Map<string, string[]>, start: string): string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return [...pathTo(file, start, cameFrom), start];
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      queue.push(next);
    }
  }
  return null;
}

function pathTo(file: string, start: string, cameFrom: Map<string, string>): string[] {
  const path: string[] = [];
  for (let at: string | undefined = file; at !== undefined; at = at === start ? undefined : cameFrom.get(at))
    path.push(at);
  return path.reverse();
}
