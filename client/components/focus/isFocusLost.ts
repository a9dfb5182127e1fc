/** Nothing has the focus, as after the removal of the element that had it. */
export const isFocusLost = () => !document.activeElement || document.activeElement === document.body;
