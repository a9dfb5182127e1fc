interface Settings {
  className?: string | undefined;
  text?: string;
  style?: Record<string, string>;
  children?: Node[];
}

/** An element with what it is to have, for pages without React. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { className = '', text, style = {}, children = [] }: Settings = {},
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = className;
  if (text !== undefined) made.textContent = text;
  for (const [property, value] of Object.entries(style)) made.style.setProperty(property, value);
  made.append(...children);
  return made;
}
