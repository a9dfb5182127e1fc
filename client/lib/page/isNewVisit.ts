/** Whether the page was opened by a link or an address, not by going back or reloading. */
export function isNewVisit(): boolean {
  const [load] = performance.getEntriesByType('navigation');
  return load instanceof PerformanceNavigationTiming && load.type === 'navigate';
}
