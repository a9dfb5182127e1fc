/** Whether the key was pressed on its own, and not to type it into a field. */
export function isShortcut(event: KeyboardEvent, key: string): boolean {
  if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const target = event.target as HTMLElement;
  return !target.isContentEditable && !/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Whether the key was pressed inside a dialog, which has the screen's shortcuts under it. */
export function isInDialog(event: KeyboardEvent): boolean {
  return (event.target as HTMLElement).closest('[role="dialog"]') !== null;
}
