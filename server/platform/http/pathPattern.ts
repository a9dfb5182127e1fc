/** Matches the addresses of a path in Express's notation: /api/folders/:id. */
export const pathPattern = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
